import { useQuery } from '@tanstack/react-query'
import type { Passkey } from '../../../../contract/account/passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { accountQuery } from '../../../viewer/account.queries.ts'
import { canDoWithoutPassword } from './can-do-without-password.ts'
import { useChangePasskeysOnly } from './passkey-changes.ts'

/** Tells users with passkeys whether their password also signs in, and lets them change that. */
export function PasskeysOnly({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { data: account } = useQuery(accountQuery)
  const change = useChangePasskeysOnly()
  if (!account || (!account.passkeysOnly && !passkeys.some(({ isForHere }) => isForHere))) return null
  if (account.passkeysOnly) {
    return (
      <div className="mt-6">
        <p className="max-w-[52ch]">Password sign-in is off. You sign in with passkeys only.</p>
        <Button className="mt-3" pending={change.isPending} onClick={() => change.mutate(false)}>
          Turn password sign-in back on
        </Button>
      </div>
    )
  }
  const canSwitch = canDoWithoutPassword(passkeys, account)
  return (
    <div className="mt-6">
      <p className="max-w-[52ch]">
        {canSwitch
          ? 'You can also sign in with your password, or turn that off.'
          : 'You can also sign in with your password. To turn that off, add a second passkey or create recovery codes.'}
      </p>
      {canSwitch && (
        <Button className="mt-3" pending={change.isPending} onClick={() => change.mutate(true)}>
          Sign in with passkeys only
        </Button>
      )}
    </div>
  )
}
