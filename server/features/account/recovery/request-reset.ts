import { createHash } from 'node:crypto'
import type { Deps } from '../../../setup/deps.ts'
import { sendEmail } from '../email/send-email.ts'

/**
 * Enqueues an e-mail with a reset link, unless the limit is reached. The account is looked up only when the e-mail is
 * written, so this call does the same for every address and reveals nothing.
 *
 * @param address Network address of the caller.
 */
export async function requestReset(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'limits'>,
  email: string,
  address: string,
): Promise<void> {
  const { db, limits } = deps
  const account = createHash('sha256').update(email).digest('base64url')
  const beyond = await Promise.all([
    limits.count('address-reset-letters', address),
    limits.count('account-reset-letters', account),
  ])
  if (beyond.some((count) => count > 0)) return
  await db.transaction().execute((tx) => sendEmail(tx, deps, { kind: 'password-reset', email }))
}
