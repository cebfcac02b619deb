import { createHash } from 'node:crypto'
import type { Deps } from '../../../setup/deps.ts'
import { sendLetter } from '../email/send-letter.ts'

/**
 * Asks for a letter with a link, if there were not too many. Whether anybody has this address is looked up where the
 * letter is written: this does the same for everybody, and tells nobody anything.
 *
 * @param address Who asks.
 */
export async function askForReset(
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
  await db.transaction().execute((tx) => sendLetter(tx, deps, { kind: 'password-reset', email }))
}
