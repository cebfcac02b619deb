import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { ErrorLog } from '../errors/loggable-error.ts'

/** Milliseconds between two updates. Users see the time of last use to the minute at best. */
const SAVE_EVERY_MS = 60_000
const MAX_AT_ONCE = 1_000

/**
 * Records when sessions were last used, accurate to six minutes. Requests only note their session's key and never wait.
 * Once a minute, one statement updates rows older than five minutes.
 */
export function recordUsedSessions(db: Db, log: ErrorLog) {
  let noted = new Set<string>()

  async function save(): Promise<void> {
    const keys = [...noted]
    noted = new Set()
    for (let i = 0; i < keys.length; i += MAX_AT_ONCE) {
      // Skips locked rows: another process is updating them, or the session is ending and needs no time of last use.
      await sql`
        update sessions set used_at = now() where sid in (
          select sid from sessions
          where sid = any (${keys.slice(i, i + MAX_AT_ONCE)}) and used_at < now() - interval '5 minutes'
          for no key update skip locked
        )`.execute(db)
    }
  }

  const trySaving = () =>
    save().catch((error: unknown) => log.error({ err: error }, 'Could not record when sessions were used'))
  const timer = setInterval(() => void trySaving(), SAVE_EVERY_MS).unref()
  return {
    note: (key: string): void => void noted.add(key),
    stop(): Promise<void> {
      clearInterval(timer)
      return trySaving()
    },
  }
}
