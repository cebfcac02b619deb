import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { endSessions } from './end-sessions.ts'

/**
 * Records within `tx` that e-mail to an account's address reaches its owner. Another person may have created the
 * account, so its passkeys, recovery codes and sessions are removed. The password stays: the owner can reset it.
 *
 * @param except The key of the session with the proof, if it is the owner's session.
 * @returns The keys of the ended sessions, for `emitSessionsEnded` after the commit.
 */
export async function proveAddress(tx: Db, userId: string, { except = '' } = {}): Promise<string[]> {
  const { numAffectedRows } = await sql`
    update users set email_verified_at = now(), password_sign_in = true
    where id = ${userId} and email_verified_at is null`.execute(tx)
  if (numAffectedRows === 0n) return []
  await tx.deleteFrom('passkeys').where('userId', '=', userId).execute()
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  // A later undo would otherwise restore these codes.
  await sql`delete from voided_recovery_codes where user_id = ${userId}`.execute(tx)
  return endSessions(tx, userId, { except })
}
