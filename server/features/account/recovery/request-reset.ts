import type { Deps } from '../../../setup/deps.ts'
import { sendEmail } from '../email/send-email.ts'

/**
 * Enqueues an e-mail with a reset link, unless the limit is reached. The account is looked up only when the e-mail is
 * written. This call thus does the same for every address, and reveals nothing.
 *
 * @param address Network address of the caller.
 */
export async function requestReset(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'limits'>,
  email: string,
  address: string,
): Promise<void> {
  const { db, limits } = deps
  // A request over the caller's own limit must not count for the account. An attacker could otherwise use up the limits
  // of many accounts, whose owners would receive no e-mail.
  if ((await limits.count('address-reset-emails', address)) > 0) return
  if ((await limits.count('account-reset-emails', email)) > 0) return
  await db.transaction().execute((tx) => sendEmail(tx, deps, { kind: 'password-reset', email }))
}
