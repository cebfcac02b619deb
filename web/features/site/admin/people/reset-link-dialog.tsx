import { useMutation } from '@tanstack/react-query'
import { makeResetLink, type AdminPerson } from '../../../../../contract/site/people.ts'
import { call } from '../../../../net/api.ts'
import { whyFailed } from '../../../../net/why-failed.ts'
import { showErrorToast, showToast } from '../../../../page/toast.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { nameOf } from './name-of.ts'

/** Creates a reset link for a user who is locked out. The admin never learns the new password. */
export function ResetLinkDialog({ person, onClose }: { person: AdminPerson; onClose: () => void }) {
  const name = nameOf(person)
  const make = useMutation({
    mutationFn: () => call(makeResetLink, { params: { id: person.id } }),
    onError: (error) => showErrorToast('No link was made', whyFailed(error)),
  })
  return (
    <Dialog
      title="Let them back in"
      description={
        <span className="wrap-anywhere">
          This makes a link with which {name} can choose a new password. Make sure that it is really them asking. They
          are told that you made it, and the staff log says so.
        </span>
      }
      onClose={onClose}
    >
      {make.data ? (
        <LinkToHandOver link={make.data.link} />
      ) : (
        <div className="flex flex-wrap-reverse justify-end gap-3">
          <DialogClose asChild>
            <Button variant="ghost">Cancel</Button>
          </DialogClose>
          <Button variant="primary" pending={make.isPending} onClick={() => make.mutate()}>
            Make a link
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function LinkToHandOver({ link }: { link: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      showToast('Link copied!', 'Give it to them alone.')
    } catch {
      showErrorToast('We couldn’t copy the link', 'Select it, and copy it by hand.')
    }
  }
  return (
    <div className="flex flex-col gap-5">
      <Field
        label="Link"
        readOnly
        value={link}
        hint="Good for 30 minutes, once. Give it to them alone."
        onFocus={({ target }) => target.select()}
      />
      <div className="flex flex-wrap-reverse justify-end gap-3">
        <DialogClose asChild>
          <Button variant="ghost">Done</Button>
        </DialogClose>
        <Button variant="primary" onClick={() => void copy()}>
          Copy link
        </Button>
      </div>
    </div>
  )
}
