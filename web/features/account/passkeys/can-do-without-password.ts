import type { Account } from '../../../../contract/account/account.ts'
import type { Passkey } from '../../../../contract/account/passkeys.ts'

/**
 * Whether the account works without a password: it has two passkeys for this site, or one passkey and recovery codes.
 */
export function canDoWithoutPassword(
  passkeys: readonly Passkey[],
  { recoveryCodesLeft }: Pick<Account, 'recoveryCodesLeft'>,
): boolean {
  const count = passkeys.filter(({ isForHere }) => isForHere).length
  return count >= 2 || (count === 1 && recoveryCodesLeft > 0)
}
