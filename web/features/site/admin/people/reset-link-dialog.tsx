import { makeResetLink } from '../../../../../contract/account/recovery.ts'
import type { AdminPerson } from '../../../../../contract/site/people.ts'
import { call } from '../../../../net/api.ts'
import { toastFailure } from '../../../../net/failure-toasts.ts'
import { useAction } from '../../../../page/use-action.ts'
import { accountName } from '../../../../people/accounts/accounts.queries.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../../ui/dialogs/dialog.tsx'
import { LinkToHandOver } from '../link-to-hand-over.tsx'

/** Creates a reset link for a user who is locked out. The admin never learns the new password. */
export function ResetLinkDialog({ person, onClose }: { person: AdminPerson; onClose: () => void }) {
  const name = accountName(person)
  const make = useAction({
    mutationFn: () => call(makeResetLink, { params: { id: person.id } }),
    onError: toastFailure('We couldn’t create a link'),
  })
  return (
    <Dialog
      title="Create a reset link"
      description={
        <span className="wrap-anywhere">
          This creates a link that lets {name} choose a new password. Make sure it’s really them asking. They’ll be told
          that you created it, and it’s recorded in the staff log.
        </span>
      }
      closesByButton={make.data !== undefined}
      onClose={onClose}
    >
      {make.data ? (
        <LinkToHandOver
          link={make.data.link}
          hint="Works once, for 30 minutes. Give it only to them."
          copied="Give it only to them."
        />
      ) : (
        <DialogActions>
          <Button variant="primary" pending={make.isPending} onClick={() => make.mutate()}>
            Create link
          </Button>
        </DialogActions>
      )}
    </Dialog>
  )
}
