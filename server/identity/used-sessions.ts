import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { ErrorLog } from '../errors/loggable-error.ts'

/** A time is told to the minute at best: nobody needs to know when exactly a device was used. */
const SAVE_EVERY_MS = 60_000
const MAX_AT_ONCE = 1_000

/**
 * When sessions were last used, to within six minutes. Requests only leave their session's key here, and nothing waits
 * for the rest: once a minute, rows whose time is more than five minutes old get another, many in one statement.
 */
export class UsedSessions {
  #keys = new Set<string>()
  readonly #db: Db
  readonly #timer: NodeJS.Timeout

  constructor(db: Db, log: ErrorLog) {
    this.#db = db
    this.#timer = setInterval(() => {
      this.save().catch((error: unknown) => log.error({ err: error }, 'When sessions were used could not be noted'))
    }, SAVE_EVERY_MS)
    this.#timer.unref()
  }

  note(key: string): void {
    this.#keys.add(key)
  }

  async save(): Promise<void> {
    const keys = [...this.#keys]
    this.#keys = new Set()
    for (let i = 0; i < keys.length; i += MAX_AT_ONCE) {
      // Another process may be at the same rows, and a session that is just ending needs no time.
      await sql`
        update sessions set used_at = now() where sid in (
          select sid from sessions
          where sid = any (${keys.slice(i, i + MAX_AT_ONCE)}) and used_at < now() - interval '5 minutes'
          for no key update skip locked
        )`.execute(this.#db)
    }
  }

  stop(): Promise<void> {
    clearInterval(this.#timer)
    return this.save()
  }
}
