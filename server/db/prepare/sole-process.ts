import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '../../errors/startup-error.ts'
import { cutOff } from '../cut-off.ts'

const LOCK = `hashtext('reverie process')`
/** After kill -9, PostgreSQL frees the lock as soon as it sees that the connection is gone. */
const TIMEOUT_MS = 5_000
const LOOK_EVERY_MS = 100
const RECONNECT_MS = 500
/** The lock of a machine that is gone is free after about ten seconds; that of one which lives stays. */
const SETTINGS =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c idle_session_timeout=0'

/**
 * Makes this process the only Reverie on a database. Files lie in one process's data folder: another process would take
 * the videos whose files it does not have for broken ones, and sweep rows of files that it has never seen. Processes
 * that are told to be several share the lock, and keep out who is not (`server/objects/storage-mark.ts` sees to their
 * files).
 *
 * A connection of its own holds the lock. When that is lost (the database restarts, say), it is taken again, once the
 * address leads to the primary: a lock on a replica keeps nobody out.
 *
 * @param onLost Told when somebody else has taken the lock meanwhile: this process must stop.
 * @param isShared Whether others that say the same may hold it as well.
 * @param timeoutMs How long to wait for one that is just ending.
 * @returns Gives it up.
 * @throws {StartupError} If another process holds it, or the address leads to a replica.
 */
export async function becomeSoleProcess(
  databaseUrl: string,
  onLost: (reason: StartupError) => void,
  { isShared = false, timeoutMs = TIMEOUT_MS }: { isShared?: boolean; timeoutMs?: number } = {},
): Promise<() => Promise<void>> {
  // By which we know a connection of ours that the database still believes in.
  const name = `reverie ${randomUUID()}`
  const stopping = new AbortController()
  let client: pg.Client | undefined

  async function take(): Promise<void> {
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
      await lock(next, name, { isShared, timeoutMs })
    } catch (error) {
      cutOff(next)
      throw error
    }
    next.once('end', () => stopping.signal.aborted || void takeAgain())
  }

  async function takeAgain(): Promise<void> {
    try {
      await take()
    } catch (error) {
      if (stopping.signal.aborted) return
      if (error instanceof StartupError && !(error instanceof OnReplicaError)) return onLost(error)
      await delay(RECONNECT_MS)
      if (!stopping.signal.aborted) await takeAgain()
    }
  }

  await take()
  return async () => {
    stopping.abort()
    if (client) cutOff(client)
  }
}

/** @throws {StartupError} If somebody else still has it after a while, or the database is a replica. */
async function lock(
  client: pg.Client,
  name: string,
  { isShared, timeoutMs }: { isShared: boolean; timeoutMs: number },
): Promise<void> {
  const take = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  for (const deadline = Date.now() + timeoutMs; ; await delay(LOOK_EVERY_MS)) {
    const { rows } = await client.query<{ isOurs: boolean | null }>(
      `select case when not pg_is_in_recovery() then ${take}(${LOCK}) end as "isOurs"`,
    )
    if (rows[0]?.isOurs) return
    if (rows[0]?.isOurs === null) throw new OnReplicaError()
    await endOlderConnection(client, name)
    if (Date.now() > deadline) throw new StartupError(isShared ? SHARED_REFUSAL : REFUSAL)
  }
}

/** During a failover the address may lead to one for a while. */
class OnReplicaError extends StartupError {
  constructor() {
    super(
      'DATABASE_URL (or DATABASE_DIRECT_URL) leads to a replica, where nobody can be kept out: it must be the primary.',
    )
  }
}

const REFUSAL =
  'Another Reverie is running on this database, and only one can, because each keeps its files in its own DATA_DIR. ' +
  'Stop it first, or set DATABASE_URL to another database.'
const SHARED_REFUSAL =
  'A Reverie that shares with nobody is running on this database. Stop it first, and start it with a ROLE, too: ' +
  'docs/operating.md, Several processes.'

/** One of ours that broke unnoticed by the database is nobody else. */
async function endOlderConnection(client: pg.Client, name: string): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = $1 and pid <> pg_backend_pid()`,
    [name],
  )
}
