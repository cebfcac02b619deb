import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '../../errors/startup-error.ts'
import { cutOff } from '../cut-off.ts'

const LOCK = `hashtext('reverie process')`
/** First key of the lock that shows the secret of a process to the others. */
const SECRET_LOCK = `hashtext('reverie secret')`
/** Milliseconds to wait for the lock. PostgreSQL takes a moment to notice that a killed holder is gone. */
const TIMEOUT_MS = 5_000
const LOOK_EVERY_MS = 100
const RECONNECT_MS = 500
/**
 * Settings of the connection that holds the lock. If its machine disappears, the lock is freed after about ten seconds.
 * As long as the machine runs, it keeps the lock.
 */
const SETTINGS =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c idle_session_timeout=0'

/**
 * Makes this process the only Reverie on a database. The files are in this process's data folder. Another process lacks
 * them and would treat videos as broken. It would also sweep rows of files that it has never seen. The processes of
 * a site with several share the lock. A process that is configured to run alone cannot join them, nor one that would
 * refuse their sessions and upload addresses. `server/objects/storage-mark.ts` checks that they share files.
 *
 * A separate connection holds the lock. The connection may be lost, for example when the database restarts. The lock is
 * taken again once the address leads to the primary. A lock on a replica excludes no other process.
 *
 * @param onLost Called when another process has taken the lock meanwhile: this process must stop.
 * @param sharedSecret Secret of a site with several processes. Others that have the same one may share the database.
 * @param timeoutMs How long to wait for a process that is just ending.
 * @returns A function that releases the lock.
 * @throws {StartupError} If another process holds it or has a different secret, or the address leads to a replica.
 */
export async function becomeSoleProcess(
  databaseUrl: string,
  onLost: (reason: StartupError) => void,
  { sharedSecret, timeoutMs = TIMEOUT_MS }: { sharedSecret?: string | undefined; timeoutMs?: number } = {},
): Promise<() => Promise<void>> {
  // Identifies connections of this process, even if they broke without the database noticing.
  const name = `reverie ${randomUUID()}`
  const stopping = new AbortController()
  let client: pg.Client | undefined

  async function take({ isAgain = false } = {}): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: name,
      options: SETTINGS,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
    })
    client = next
    next.on('error', () => {})
    try {
      await next.connect()
      await lock(next, name, { isShared: sharedSecret !== undefined, timeoutMs })
      if (sharedSecret !== undefined) await showSecret(next, sharedSecret, { isAgain, timeoutMs })
    } catch (error) {
      cutOff(next)
      throw error
    }
    next.once('end', () => stopping.signal.aborted || void takeAgain())
  }

  /** Tries in a loop, because each pending call of a recursion would stay in memory for the whole outage. */
  async function takeAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        return await take({ isAgain: true })
      } catch (error) {
        if (stopping.signal.aborted) return
        if (error instanceof StartupError && !(error instanceof OnReplicaError)) return onLost(error)
      }
      await delay(RECONNECT_MS)
    }
  }

  await take()
  return async () => {
    stopping.abort()
    if (client) cutOff(client)
  }
}

/** @throws {StartupError} If another process still holds the lock after a while, or the database is a replica. */
async function lock(
  client: pg.Client,
  name: string,
  { isShared, timeoutMs }: { isShared: boolean; timeoutMs: number },
): Promise<void> {
  const take = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  for (const deadline = performance.now() + timeoutMs; ; await delay(LOOK_EVERY_MS)) {
    const { rows } = await client.query<{ isOurs: boolean | null }>(
      `select case when not pg_is_in_recovery() then ${take}(${LOCK}) end as "isOurs"`,
    )
    if (rows[0]?.isOurs) return
    if (rows[0]?.isOurs === null) throw new OnReplicaError()
    await endOlderConnection(client, name)
    if (performance.now() > deadline) throw new StartupError(isShared ? SHARED_REFUSAL : REFUSAL)
  }
}

/**
 * Shows a digest of this process's secret to the other processes, as the second key of a lock.
 *
 * @param isAgain Whether this process was running before its connection was lost. It then stays.
 * @throws {StartupError} If a process with a different secret still runs after a while.
 */
async function showSecret(
  client: pg.Client,
  secret: string,
  { isAgain, timeoutMs }: { isAgain: boolean; timeoutMs: number },
): Promise<void> {
  const keys = `${SECRET_LOCK}, ${createHmac('sha256', secret).update('reverie process').digest().readInt32BE()}`
  for (const deadline = performance.now() + timeoutMs; ; await delay(LOOK_EVERY_MS)) {
    await client.query(`select pg_advisory_lock_shared(${keys})`)
    const { rows } = await client.query<{ count: number }>(
      `select count(distinct objid)::int from pg_locks
       where locktype = 'advisory' and objsubid = 2
         and database = (select oid from pg_database where datname = current_database())
         and classid = ${SECRET_LOCK}::oid`,
    )
    if (rows[0]?.count === 1 || isAgain) return
    if (performance.now() > deadline) throw new StartupError(SECRET_REFUSAL)
    // While this process waits, it delays no other start.
    await client.query(`select pg_advisory_unlock_shared(${keys})`)
  }
}

/** Thrown on a replica. During a failover the address may lead to one for a while. */
class OnReplicaError extends StartupError {
  constructor() {
    super('The database is a read-only replica. Please use the address of the primary.')
  }
}

const REFUSAL =
  'Another Reverie is already using this database. Only one can, because each keeps its files in its own DATA_DIR. ' +
  'Stop it first, or use another database.'
const SHARED_REFUSAL =
  'A single-process Reverie is using this database. Stop it, then restart it with a ROLE, as for this process: ' +
  'docs/growing.md, Several processes.'

const SECRET_REFUSAL =
  'Another process of this site has a different SESSION_SECRET. Every process needs the same one, because each would ' +
  'refuse the sessions and upload addresses of the others. To change it, stop all processes first.'

/** Ends our own connection if it broke without the database noticing. It would otherwise count as another process. */
async function endOlderConnection(client: pg.Client, name: string): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = $1 and pid <> pg_backend_pid()`,
    [name],
  )
}
