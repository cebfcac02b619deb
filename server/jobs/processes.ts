import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { SiteTables } from '../db/schema/site-schema.ts'
import type { OutageLog } from '../errors/loggable-error.ts'

const BEAT_EVERY_MS = 10_000
/** The time of three heartbeats. A process that misses as many is reported as missing. */
const MISSING_AFTER_SECONDS = 30

/** Condition that a heartbeat was recorded while the clock was ahead. A running process soon records another one. */
const isAhead = sql<boolean>`(beat_at > now() + interval '1 minute')`

/** Condition that the last heartbeat of a row of `processes` is recent. */
export const isAlive = sql<boolean>`
  (beat_at > now() - make_interval(secs => ${sql.lit(MISSING_AFTER_SECONDS)}) and not ${isAhead})`

/**
 * Records a heartbeat of this process in the database now and every ten seconds. A failure is logged, and its end. A web
 * process has no queue that would report them.
 *
 * @returns A function that ends the heartbeats and records that the process stops.
 */
export async function startHeartbeat(
  db: Db,
  { role, version }: Pick<Selectable<SiteTables['processes']>, 'role' | 'version'>,
  log: OutageLog,
): Promise<() => Promise<void>> {
  const id = randomUUID()
  let hasFailed = false
  const beat = async () => {
    try {
      await sql`
        insert into processes (id, role, version, host, pid)
        values (${id}, ${role}, ${version}, ${hostname()}, ${process.pid})
        on conflict (id) do update set beat_at = now()`.execute(db)
      if (hasFailed) log.warn('The heartbeat of this process is written again.')
      hasFailed = false
    } catch (error) {
      hasFailed = true
      log.error({ err: error }, 'The heartbeat of this process could not be written')
    }
  }
  await beat()
  let running: Promise<unknown> = Promise.resolve()
  // Beats may overlap, so that one that hangs on a lost connection does not delay the next.
  const timer = setInterval(() => void (running = beat()), BEAT_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await running
    // Without a database, the process is reported as missing instead.
    await sql`update processes set stopped_at = now() where id = ${id}`.execute(db).catch(() => {})
  }
}

/** Lists the processes of the site by role, oldest first. Missing ones are listed for an hour. */
export function listProcesses(db: Db) {
  return db
    .selectFrom('processes')
    .select(['id', 'role', 'host', 'pid', 'version', 'startedAt', 'beatAt', isAlive.as('isAlive')])
    .where('stoppedAt', 'is', null)
    .orderBy('role')
    .orderBy('startedAt')
    .execute()
}

/** Deletes the rows of processes that have been gone for an hour. */
export function deleteGoneProcesses(db: Db): Promise<unknown> {
  return sql`delete from processes where beat_at < now() - interval '1 hour' or ${isAhead}`.execute(db)
}
