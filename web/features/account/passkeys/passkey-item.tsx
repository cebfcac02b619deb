import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Passkey } from '../../../../contract/account/passkeys.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { useFocusAfterRemoval } from '../../../ui/lists/use-focus-after-removal.ts'
import { accountQuery } from '../../../viewer/account.queries.ts'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { useRenamePasskey, useRemovePasskey, canDoWithoutPassword } from './passkey-changes.ts'

interface PasskeyItemProps {
  passkey: Passkey
  /** All passkeys of the account. */
  passkeys: readonly Passkey[]
}

export function PasskeyItem({ passkey, passkeys }: PasskeyItemProps) {
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

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  return (
    <PasskeyNameDialog
      title="Rename this passkey"
      description="Only you can see its name."
      initialName={passkey.name}
      submitLabel="Rename"
      submit={useRenamePasskey(passkey)}
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
  const remove = useRemovePasskey(passkey, onClose)
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
