import type { Account } from '../../../../contract/account/account.ts'
import type { Passkey } from '../../../../contract/account/passkeys.ts'

/** Whether the account can do without its password: with two passkeys for this site, or one and recovery codes. */
export function canDoWithoutPassword(
  passkeys: readonly Passkey[],
  { recoveryCodesLeft }: Pick<Account, 'recoveryCodesLeft'>,
): boolean {
  const count = passkeys.filter(({ isForHere }) => isForHere).length
  return count >= 2 || (count === 1 && recoveryCodesLeft > 0)
}
