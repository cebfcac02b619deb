import { useQuery } from '@tanstack/react-query'
import type { Passkey } from '../../../../contract/account/passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { accountQuery } from '../../../viewer/account.queries.ts'
import { canDoWithoutPassword } from './can-do-without-password.ts'
import { useChangePasskeysOnly } from './passkey-changes.ts'

/** For users with passkeys: whether the password also signs in, and a button to change that. */
export function PasskeysOnly({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { data: account } = useQuery(accountQuery)
  const change = useChangePasskeysOnly()
  if (!account || (!account.passkeysOnly && !passkeys.some(({ isForHere }) => isForHere))) return null
  if (account.passkeysOnly) {
    return (
      <div className="mt-6">
        <p className="max-w-[52ch]">Your password doesn’t sign you in. Only your passkeys do.</p>
        <Button className="mt-3" pending={change.isPending} onClick={() => change.mutate(false)}>
          Let my password sign in again
        </Button>
      </div>
    )
  }
  const canSwitch = canDoWithoutPassword(passkeys, account)
  return (
    <div className="mt-6">
      <p className="max-w-[52ch]">
        {canSwitch
          ? 'Your password signs you in, too. You can do without it.'
          : 'Your password signs you in, too. To do without it, add a second passkey or make recovery codes.'}
      </p>
      {canSwitch && (
        <Button className="mt-3" pending={change.isPending} onClick={() => change.mutate(true)}>
          Sign in with passkeys only
        </Button>
      )}
    </div>
  )
}
