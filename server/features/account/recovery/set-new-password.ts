import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { endSessions } from '../../../identity/end-sessions.ts'
import { voidTokens } from '../../../identity/tokens.ts'

/**
 * Gives somebody who came back their new password, under the lock of `lockPerson`. Whatever they were sent besides is
 * void, and whoever was signed in is no more. It signs in again where passkeys alone did: those are what was lost.
 *
 * @returns The keys of the sessions that ended, for `tellEnded` once that is committed.
 */
export async function setNewPassword(tx: Db, userId: string, passwordHash: string): Promise<string[]> {
  await tx
    .updateTable('users')
    .set({ passwordHash, passwordSignIn: true, passwordResetAt: sql<string>`now()` })
    .where('id', '=', userId)
    .execute()
  await voidTokens(tx, userId)
  return endSessions(tx, userId)
}
