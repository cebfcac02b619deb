import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Passkey } from '../../../../contract/account/passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { accountQuery } from '../../../viewer/account.queries.ts'
import { canDoWithoutPassword } from './can-do-without-password.ts'
import { useRemovePasskey } from './passkey-changes.ts'

interface RemovePasskeyDialogProps {
  passkey: Passkey
  passkeys: readonly Passkey[]
  onClose: () => void
}

/**
 * Confirms the removal of a passkey. Ends the other sessions by default, because a lost passkey may have been used to
 * sign in.
 */
export function RemovePasskeyDialog({ passkey, passkeys, onClose }: RemovePasskeyDialogProps) {
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
