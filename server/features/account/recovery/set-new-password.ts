import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { endSessions } from '../../../identity/end-sessions.ts'
import { revokeTokens } from '../../../identity/tokens.ts'

/**
 * Sets the new password of a recovered account, under the lock of `lockPerson`. Other tokens of the account are
 * revoked, and its sessions end. If sign-in by password was switched off, it is allowed again, because the passkeys may
 * be lost.
 *
 * @param keepsResets Whether reset links stay valid (`revokeTokens`).
 * @returns The keys of the sessions that ended, for `emitSessionsEnded` after the commit.
 */
export async function setNewPassword(
  tx: Db,
  userId: string,
  passwordHash: string,
  { keepsResets = false } = {},
): Promise<string[]> {
  await sql`
    update users set password_hash = ${passwordHash}, password_sign_in = true, password_reset_at = now()
    where id = ${userId}`.execute(tx)
  await revokeTokens(tx, userId, { keepsResets })
  return endSessions(tx, userId)
}
