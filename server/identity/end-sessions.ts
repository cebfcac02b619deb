import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Signals } from '../signals/signals.ts'
import { loginRequired } from '../access/refusals.ts'

/** A session ended or got a new id. The payload is its key. */
export const SESSION_ENDED = 'session-ended'

/**
 * Ends a person's sessions within `tx`.
 *
 * @param except The key of a session to keep.
 * @returns The keys of the ended sessions, for `emitSessionsEnded` after the commit.
 */
export async function endSessions(tx: Db, userId: string, { except = '' } = {}): Promise<string[]> {
  const { rows } = await sql<{ sid: string }>`
    delete from sessions where user_id = ${userId} and sid <> ${except} returning sid`.execute(tx)
  return rows.map(({ sid }) => sid)
}

/**
 * Refuses a change whose session ended while it waited for the lock of its account. Call it after taking that lock.
 * Otherwise a thief could change the password or add a passkey just after the owner took the account back.
 *
 * @throws {AppError} LOGIN_REQUIRED.
 */
export async function requireLiveSession(tx: Db, sessionKey: string): Promise<void> {
  if ((await findLiveSessions(tx, [sessionKey])).size === 0) throw loginRequired()
}

/** Closes the open streams of these sessions, in every process. */
export function emitSessionsEnded(signals: Signals, keys: readonly string[]): void {
  for (const key of keys) signals.emit(SESSION_ENDED, key)
}

/** Returns the keys of those sessions that have neither ended nor expired. */
export async function findLiveSessions(db: Db, keys: string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ sid: string }>`
    select sid from sessions where sid = any(${keys}) and expire > now()`.execute(db)
  return new Set(rows.map(({ sid }) => sid))
}

export function deleteExpiredSessions(db: Db): Promise<unknown> {
  return sql`delete from sessions where expire < now()`.execute(db)
}
