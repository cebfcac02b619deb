import type { Db } from '../db/connect.ts'
import { issueToken } from './tokens.ts'

/**
 * Issues a one-time link to set a new password, valid for 30 minutes; earlier ones are revoked. Its secret is in the
 * fragment, which browsers send nowhere.
 *
 * @param recipient `email`: the address, if the link is sent by e-mail; the link is revoked when the account's address
 *   changes. `withoutCode`: whether it works without a recovery code, however the account signs in.
 */
export async function issueResetLink(
  tx: Db,
  publicUrl: string,
  recipient: { userId: string; email?: string; withoutCode?: boolean },
): Promise<string> {
  return `${publicUrl}/auth/reset#${await issueToken(tx, 'reset', recipient)}`
}
