import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { cutOff } from './cut-off.ts'
import { DatabaseAwayError, isDemoted } from './outage.ts'
import { repeatAfterDeadlock } from './repeat-after-deadlock.ts'

/** Time-outs of a database in milliseconds. */
export interface Patience {
  /** Maximum time until a query gets a connection. */
  waitMs: number
  /** Maximum time until the database answers the probe. */
  probeMs: number
}

export const defaultPatience: Patience = { waitMs: 5_000, probeMs: 400 }

/** Time-outs for commands and tests, which wait for a busy machine. No client needs an answer within a second. */
export const patient: Patience = { waitMs: 60_000, probeMs: 60_000 }

/**
 * Milliseconds of silence after which the database is probed. This plus `probeMs` must stay under one second, the time
 * within which the API reports an outage.
 */
const SUSPICIOUS_MS = 250
const LOOK_EVERY_MS = 50
const RETRY_MS = 200
const END_MS = 400
/** The connection's name in pg_stat_activity. */
const PROBE_NAME = 'reverie-probe'

const pause = (ms: number) => delay(ms, undefined, { ref: false })

interface Prober {
  client: pg.Client
  connected: Promise<unknown>
}

/**
 * A pool that notices when the database hangs without an error (paused, partitioned, its machine gone). Waiting queries
 * are then refused within a second. New queries are refused until the database answers again. A statement that is only
 * slow continues: a separate connection checks whether the database answers.
 */
export class GuardedPool implements PostgresPool {
  readonly options: pg.PoolConfig
  readonly #pool: pg.Pool
  readonly #proberUrl: string | undefined
  readonly #probeMs: number
  readonly #clients = new Set<pg.PoolClient>()
  /** Start of each statement and of each wait for a connection, oldest first. */
  readonly #waiting = new Set<{ since: number }>()
  #prober: Prober | undefined
  #watch: NodeJS.Timeout | undefined
  #isProbing = false
  #answeredAt = 0
  #hasBeenThere = false
  #isEnded = false
  /** A function per waiting caller, which refuses that caller when the database goes away. */
  readonly #refusals = new Set<(reason: Error) => void>()
  #isAway = false

  /** @param proberUrl Address for the probe, if it differs from that of the other connections. */
  constructor(
    config: pg.PoolConfig,
    { waitMs, probeMs }: Patience = defaultPatience,
    proberUrl = config.connectionString,
  ) {
    this.options = { ...config, connectionTimeoutMillis: waitMs }
    this.#proberUrl = proberUrl
    this.#probeMs = probeMs
    this.#pool = new pg.Pool(this.options)
    // Without a listener, a broken connection would end the process. The next statement opens a new one.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => {
      client.on('error', () => {})
      this.#clients.add(client)
      this.#watchStatements(client)
      this.#hasBeenThere = true
      // A connection may still arrive after the pool has ended. Nothing would close a prober that it creates.
      if (!this.#isEnded) this.#prober ??= this.#connectProber()
    })
    this.#pool.on('remove', (client) => this.#clients.delete(client))
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#isAway) throw new DatabaseAwayError()
    const connecting = this.#pool.connect()
    // One promise per caller: `Promise.race` on a long-lived promise would keep every racer in memory.
    const { promise: refused, reject: refuse } = Promise.withResolvers<never>()
    this.#refusals.add(refuse)
    try {
      return (await this.#watched(Promise.race([connecting, refused]))) as PostgresPoolClient
    } catch (error) {
      // The connection may still arrive after its caller has been refused.
      connecting.then(
        (client) => client.release(),
        () => {},
      )
      throw error
    } finally {
      this.#refusals.delete(refuse)
    }
  }

  async end(): Promise<void> {
    // Statements are watched meanwhile, because one on a silent connection would never end.
    await this.#pool.end()
    this.#isEnded = true
    clearInterval(this.#watch)
    if (this.#prober) await Promise.race([this.#prober.client.end(), pause(END_MS)])
  }

  #watchStatements(client: pg.PoolClient): void {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      // PostgreSQL accepts parameters with a single statement only.
      const isAlone = client.getTransactionStatus() === 'I' && Array.isArray(args[1]) && args[1].length > 0
      const sent = isAlone ? repeatAfterDeadlock(() => send(...args) as Promise<unknown>) : send(...args)
      return sent instanceof Promise ? this.#watched(sent) : sent
    }) as typeof client.query
  }

  async #watched<T>(work: Promise<T>): Promise<T> {
    const entry = { since: performance.now() }
    this.#waiting.add(entry)
    this.#watch ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
    try {
      return await work
    } catch (error) {
      if (isDemoted(error)) this.#leaveServer()
      throw error
    } finally {
      this.#waiting.delete(entry)
    }
  }

  /**
   * Closes all connections to a server that refuses changes, because it is no longer a primary. Its address may already
   * lead to its successor. The old server would still answer reads over kept connections.
   */
  #leaveServer(): void {
    for (const client of this.#clients) cutOff(client)
    if (this.#prober) cutOff(this.#prober.client)
  }

  #look(): void {
    const [oldest] = this.#waiting
    if (!oldest) {
      clearInterval(this.#watch)
      this.#watch = undefined
    } else if (this.#hasBeenThere && !this.#isProbing) {
      const silentMs = performance.now() - Math.max(oldest.since, this.#answeredAt)
      if (silentMs > SUSPICIOUS_MS) void this.#probe()
    }
  }

  async #probe(): Promise<void> {
    this.#isProbing = true
    if (!(await this.#answers()) && !this.#isEnded) await this.#beAway()
    this.#isProbing = false
  }

  async #beAway(): Promise<void> {
    this.#isAway = true
    for (const refuse of this.#refusals) refuse(new DatabaseAwayError())
    for (const client of this.#clients) cutOff(client)
    while (!this.#isEnded && !(await this.#answers())) await pause(RETRY_MS)
    this.#isAway = false
  }

  async #answers(): Promise<boolean> {
    if (this.#isEnded) return false
    const prober = (this.#prober ??= this.#connectProber())
    const answer = prober.connected
      .then(() => prober.client.query('select 1'))
      .then(
        () => true,
        () => false,
      )
    if (await Promise.race([answer, timeOut(this.#probeMs)])) {
      this.#answeredAt = performance.now()
      return true
    }
    if (this.#prober === prober) this.#prober = undefined
    cutOff(prober.client)
    return false
  }

  #connectProber(): Prober {
    const client = new pg.Client({
      ...this.options,
      connectionString: this.#proberUrl,
      keepAlive: true,
      application_name: PROBE_NAME,
    })
    client.on('error', () => {})
    const connected = client.connect()
    connected.catch(() => {})
    const prober = { client, connected }
    client.on('end', () => {
      if (this.#prober === prober) this.#prober = undefined
    })
    return prober
  }
}

/**
 * Waits for a time, and then until data that has arrived has been read. Without the second wait, a timer that fires
 * late because this process was busy would look like a silent database.
 */
async function timeOut(afterMs: number): Promise<false> {
  await pause(afterMs)
  await nextTurn()
  await nextTurn()
  return false
}
