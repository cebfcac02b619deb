import { sql } from 'kysely'
import { StartupError } from '../../errors/startup-error.ts'
import { connect, type Db } from '../connect.ts'
import { explainUnusable } from './supported-database.ts'

/** Connections besides the pool: the prober, the listener for signals, the lock, and four of the job queue. */
const CONNECTIONS_BESIDE_POOL = 7
/** The pool's first connection and the prober, which exist during the check. */
const CONNECTED_NOW = 2
const CLOCK_SKEW_MAX_MS = 1_000

type Warn = (line: string) => void

interface ExternalOptions {
  poolSize: number
  directUrl?: string | undefined
  /** Receives messages for the operator, each one sentence. */
  warn: Warn
  now?: () => number
}

/**
 * Checks an external database once, at the start. It must not be a replica, and a pooler must pass our settings on. It
 * must allow enough connections. Few free ones, and a clock that disagrees with ours, only cause a warning.
 *
 * @throws {StartupError} If Reverie would not work properly with it.
 */
export async function checkExternalDatabase(
  db: Db,
  { poolSize, directUrl, warn, now = Date.now }: ExternalOptions,
): Promise<void> {
  await requireSettings(db)
  await requireConnections(db, poolSize + CONNECTIONS_BESIDE_POOL, warn)
  await compareClocks(db, warn, now)
  if (directUrl) await requireSameDatabase(db, directUrl)
}

/** @throws {StartupError} If the address does not lead to the database of `db`. */
async function requireSameDatabase(db: Db, directUrl: string): Promise<void> {
  await using other = connect(directUrl, { poolSize: 1 })
  const identity = await identify(other).catch((error: Error) => {
    throw explainUnusable(error, 'The database of DATABASE_DIRECT_URL')
  })
  if (identity === (await identify(db))) return
  throw new StartupError('DATABASE_DIRECT_URL leads to a different database than DATABASE_URL.')
}

/** Returns an identifier that a database shares with its replicas, and with no other database. */
export async function identify(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select system_identifier || ' ' || current_database() as identity from pg_control_system()`.execute(db)
  return rows[0]!.identity
}

async function requireSettings(db: Db): Promise<void> {
  const { rows } = await sql<{ zone: string; limit: string; isReplica: boolean; role: string }>`
    select current_setting('TimeZone') as zone, current_setting('statement_timeout') as limit,
      pg_is_in_recovery() as is_replica, current_user as role`.execute(db)
  const { zone, limit, isReplica, role } = rows[0]!
  if (isReplica) {
    throw new StartupError('DATABASE_URL is a read-only replica. Please use the address of the primary.')
  }
  if (zone === 'UTC' && limit === '30s') return
  const settings = { TimeZone: 'UTC', statement_timeout: '30s', idle_in_transaction_session_timeout: '30s' }
  const remedy = Object.entries(settings).map(([name, value]) => `ALTER ROLE "${role}" SET ${name} = '${value}';`)
  throw new StartupError(
    `DATABASE_URL does not keep the settings that it is given (its TimeZone is ${zone} instead of UTC, its ` +
      `statement_timeout ${limit} instead of 30s), because of a pooler or of options in the address. Please take those ` +
      `options out, or run: ${remedy.join(' ')}`,
  )
}

/**
 * @throws {StartupError} If the database does not allow that many connections. Only warns if other clients use them.
 */
async function requireConnections(db: Db, needed: number, warn: Warn): Promise<void> {
  const { rows } = await sql<{ who: string; room: number; used: number }>`
    select 'server' as who,
      (select sum(setting::int * case name when 'max_connections' then 1 else -1 end) from pg_settings
        where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections'))::int as room,
      (select sum(numbackends) from pg_stat_database)::int as used
    union all
    select 'database', datconnlimit, numbackends from pg_database join pg_stat_database using (datname)
    where datname = current_database() and datconnlimit >= 0
    union all
    select 'role', rolconnlimit, (select count(*)::int from pg_stat_activity where usename = current_user)
    from pg_roles where rolname = current_user and rolconnlimit >= 0`.execute(db)
  const need = `each process of Reverie may need ${needed} (DATABASE_POOL and ${CONNECTIONS_BESIDE_POOL} more)`
  const remedy = 'Please raise its limit, or lower DATABASE_POOL.'
  for (const { who, room, used } of rows) {
    if (needed > room) {
      throw new StartupError(`The ${who} of DATABASE_URL allows ${room} connections, and ${need}. ${remedy}`)
    }
    if (used - CONNECTED_NOW + needed > room) {
      warn(`The ${who} of DATABASE_URL allows ${room} connections, ${used} are taken, and ${need}. ${remedy}`)
    }
  }
}

/** Compares the database's clock with this machine's, because expiry times are checked against either clock. */
async function compareClocks(db: Db, warn: Warn, now: () => number): Promise<void> {
  const before = now()
  const { rows } = await sql<{ at: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(db)
  const after = now()
  const theirs = rows[0]!.at
  const isBehind = theirs < before
  const skewMs = isBehind ? before - theirs : theirs - after
  if (skewMs <= CLOCK_SKEW_MAX_MS) return
  warn(
    `The clock of DATABASE_URL is ${(skewMs / 1000).toFixed(1)} seconds ${isBehind ? 'behind' : 'ahead of'} this ` +
      "machine's, so expiry times will be off by that much. Please synchronise both clocks with NTP.",
  )
}
