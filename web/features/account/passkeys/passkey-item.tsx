import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Passkey, removePasskey, renamePasskey } from '../../../../contract/account/passkeys.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { showToast } from '../../../page/toast.ts'
import { useAction } from '../../../page/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { useFocusAfterRemoval } from '../../../ui/lists/use-focus-after-removal.ts'
import { accountQuery } from '../../../viewer/account.queries.ts'
import { signInSettings } from '../sign-in-settings/sign-in-settings.queries.ts'
import { canDoWithoutPassword } from './can-do-without-password.ts'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'

/** @param passkeys All passkeys of the account. */
export function PasskeyItem({ passkey, passkeys }: { passkey: Passkey; passkeys: readonly Passkey[] }) {
  const [dialog, setDialog] = useState<'rename' | 'remove'>()
  const row = useFocusAfterRemoval<HTMLLIElement>()
  const { name, rpId, isForHere, createdAt, usedAt } = passkey
  const close = () => setDialog(undefined)
  return (
    <li ref={row} className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-strong wrap-anywhere">
          {name}
          {!isForHere && <span className="font-regular text-ink-muted"> for {rpId}</span>}
        </p>
        <p className="text-small text-ink-muted">
          Added <RelativeTime iso={createdAt} />, {usedAt ? 'last used ' : 'never used'}
          {usedAt && <RelativeTime iso={usedAt} />}
        </p>
      </div>
      <div className="flex gap-2">
        <Button aria-label={`Rename ${name}`} onClick={() => setDialog('rename')}>
          Rename
        </Button>
        <Button aria-label={`Remove ${name}`} onClick={() => setDialog('remove')}>
          Remove
        </Button>
      </div>
      {dialog === 'rename' && <RenameDialog passkey={passkey} onClose={close} />}
      {dialog === 'remove' && <RemovePasskeyDialog passkey={passkey} passkeys={passkeys} onClose={close} />}
    </li>
  )
}

function RenameDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <PasskeyNameDialog
      title="Rename this passkey"
      description="Only you can see its name."
      initialName={name}
      submitLabel="Rename"
      submit={async (body) => {
        await call(renamePasskey, { params: { id }, body })
        await client.invalidateQueries(signInSettings)
      }}
      onClose={onClose}
    />
  )
}

interface RemovePasskeyDialogProps {
  passkey: Passkey
  passkeys: readonly Passkey[]
  onClose: () => void
}

/**
 * Confirms the removal of a passkey. Ends the other sessions by default, because a lost passkey may have been used to
 * sign in.
 */
function RemovePasskeyDialog({ passkey, passkeys, onClose }: RemovePasskeyDialogProps) {
  const [endsOthers, setEndsOthers] = useState(true)
  const { data: account } = useQuery(accountQuery)
  const remove = useAction({
    mutationFn: (others: 'end' | 'keep') => call(removePasskey, { params: { id: passkey.id }, query: { others } }),
    onSuccess: (_, others) =>
      showToast(
        'Passkey removed',
        others === 'end' ? 'You’ve been signed out everywhere else.' : 'You can no longer sign in with it.',
      ),
    onError: toastFailure('The passkey wasn’t removed'),
    // The dialog closes before the list is fetched again.
    onSettled: onClose,
    affects: signInSettings,
  })
  const others = passkeys.filter(({ id }) => id !== passkey.id)
  const bringsPasswordBack = account?.passkeysOnly === true && !canDoWithoutPassword(others, account)
  return (
    <Dialog
      title="Remove this passkey?"
      description={
        bringsPasswordBack
          ? `“${passkey.name}” will no longer sign you in. You’d have too few ways to sign in, so we’ll turn your password back on.`
          : `“${passkey.name}” will no longer sign you in. Your device may keep offering it until you delete it there too.`
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-6">
        <Checkbox checked={endsOthers} onChange={setEndsOthers} label="Sign out everywhere else" />
        <DialogActions>
          <Button
            variant="danger"
            pending={remove.isPending}
            onClick={() => remove.mutate(endsOthers ? 'end' : 'keep')}
          >
            Remove
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
