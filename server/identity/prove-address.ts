import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { endSessions } from './end-sessions.ts'

/**
 * Notes within `tx` that letters to an account's address reach its person. The first time, whoever made the account may
 * have been somebody else, who waits for its person to fill it: every way in that was there before ends, but for the
 * password, which a reset changes.
 *
 * @param except The key of the session that holds the proof, if it is theirs.
 * @returns The keys of the sessions that ended, for `tellEnded` once that is committed.
 */
export async function proveAddress(tx: Db, userId: string, { except }: { except?: string } = {}): Promise<string[]> {
  const first = await tx
    .updateTable('users')
    .set({ emailVerifiedAt: sql<string>`now()`, passwordSignIn: true })
    .where('id', '=', userId)
    .where('emailVerifiedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!first) return []
  await tx.deleteFrom('passkeys').where('userId', '=', userId).execute()
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  return endSessions(tx, userId, except === undefined ? {} : { except })
}
