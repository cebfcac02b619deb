import { sql } from 'kysely'
import { StartupError } from '../../errors/startup-error.ts'
import { connect, type Db } from '../connect.ts'
import { identify } from '../prepare/external-database.ts'
import { isDatabaseAway } from '../outage.ts'
import { hasErrorCode } from '../error-codes.ts'

/** Reads viewer-independent data from a replica if one may serve, otherwise from the primary. */
export type ReadShared = <T>(read: (db: Db) => Promise<T>) => Promise<T>

const ASK_EVERY_MS = 100
/** Milliseconds before a replica is asked for its position again, if its last answer does not suffice. */
const ASK_AGAIN_MS = 10
/** Milliseconds after which the position of a silent replica is unknown. */
const SILENT_MS = 1_000
/** Milliseconds that a replica may be behind, even if no change requires more. */
const LAG_MAX_MS = 2_000

interface Replica {
  name: string
  db: Db
  /**
   * Position in the primary's log, in bytes, up to which the replica has applied changes. `undefined` while it does not
   * answer as a replica of our database.
   */
  position: number | undefined
  /** Time of the last query for the position that the replica has answered. */
  askedAt: number
  asking: Promise<void> | undefined
  isOurs: boolean
  /** The last reported state. */
  isServing: boolean
}

interface ReplicaOptions {
  poolSize: number
  /** Receives a sentence when a replica starts or stops serving. */
  warn: (line: string) => void
}

/**
 * The replicas of the database and their positions. A replica may serve if it is less than two seconds behind. It must
 * also have applied every change that this process made or was notified of (`recordChange`, `require`). Users then see
 * their own changes. Each replica is asked for its position ten times a second. A read asks again only if the last answers
 * are below the required position.
 */
export class Replicas {
  readonly #primary: Db
  readonly #replicas: Replica[]
  readonly #warn: (line: string) => void
  readonly #timer: NodeJS.Timeout
  /** Positions of the primary's log by time, oldest first, for `LAG_MAX_MS`. */
  #written: { at: number; position: number }[] = []
  #askingPrimary = false
  /** Position that a replica must have reached. */
  #needed = 0
  #neededSince = 0
  /** Time since which the required log position has been unknown; cleared when the primary reports its position. */
  #unknownSince: number | undefined = 0
  /** Changes of this process whose log position is not known yet. */
  #changing = 0
  #next = 0

  private constructor(primary: Db, replicas: Replica[], warn: (line: string) => void) {
    this.#primary = primary
    this.#replicas = replicas
    this.#warn = warn
    this.#timer = setInterval(() => this.#askAll(), ASK_EVERY_MS).unref()
    this.#askAll()
  }

  /**
   * @param urls One address per replica: with a shared address it would be unknown which one answers.
   * @throws {StartupError} If one is a replica of another database. One that is away may join later.
   */
  static async follow(primary: Db, urls: readonly string[], { poolSize, warn }: ReplicaOptions): Promise<Replicas> {
    const replicas = urls.map((url) => ({
      name: new URL(url).host,
      db: connect(url, { poolSize }),
      position: undefined,
      askedAt: -Infinity,
      asking: undefined,
      isOurs: false,
      isServing: true,
    }))
    const ours = await identify(primary)
    for (const replica of replicas) {
      const theirs = await identify(replica.db).catch(() => undefined)
      replica.isOurs = theirs === ours
      if (theirs === undefined || replica.isOurs) continue
      for (const { db } of replicas) await db.destroy()
      throw new StartupError(`DATABASE_REPLICA_URLS: ${replica.name} is not a replica of DATABASE_URL.`)
    }
    return new Replicas(primary, replicas, warn)
  }

  readonly read: ReadShared = async (read) => {
    const replica = await this.#choose()
    if (replica) {
      try {
        return await read(replica.db)
      } catch (error) {
        if (!mayWorkElsewhere(error)) throw error
        if (isDatabaseAway(error)) replica.position = undefined
      }
    }
    return read(this.#primary)
  }

  /**
   * Records that a change has been committed. Until its log position is known, reads use the primary.
   *
   * @returns A function that receives the position, or nothing if it cannot be determined.
   */
  recordChange(): (position?: number) => void {
    this.#changing++
    return (position) => {
      this.#changing--
      if (position === undefined) this.requireUnknown()
      else this.require(position)
    }
  }

  /** Requires replicas to have reached this position of the primary's log. */
  require(position: number): void {
    if (position <= this.#needed) return
    this.#needed = position
    this.#neededSince = performance.now()
  }

  /** Records that there may be unannounced changes. */
  requireUnknown(): void {
    this.#unknownSince = performance.now()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#replicas.map(({ db }) => db.destroy()))
  }

  async #choose(): Promise<Replica | undefined> {
    if (this.#changing > 0 || this.#unknownSince !== undefined) return undefined
    const ready = this.#pick()
    if (ready) return ready
    // A replica may have advanced since its last answer. All waiting readers share the question.
    const now = performance.now()
    const worthAsking = this.#replicas.filter(
      (replica) => now - replica.askedAt > ASK_AGAIN_MS && this.#isCurrent(replica, now),
    )
    await Promise.all(worthAsking.map((replica) => this.#askReplica(replica)))
    return worthAsking.length > 0 && this.#changing === 0 ? this.#pick() : undefined
  }

  /** Picks a replica that may serve. Replicas take turns. */
  #pick(): Replica | undefined {
    const now = performance.now()
    const ready = this.#replicas.filter((replica) => this.#isCurrent(replica, now) && replica.position! >= this.#needed)
    return ready[this.#next++ % ready.length]
  }

  #isCurrent({ position, askedAt }: Replica, now: number): boolean {
    return position !== undefined && now - askedAt < SILENT_MS && position >= this.#leastPosition(now)
  }

  /** Returns the primary's position two seconds ago. */
  #leastPosition(now: number): number {
    const known = this.#written
    return (known.findLast(({ at }) => now - at >= LAG_MAX_MS) ?? known[0])?.position ?? Infinity
  }

  #askAll(): void {
    void this.#askPrimary()
    for (const replica of this.#replicas) {
      void this.#askReplica(replica).then(() => this.#report(replica))
    }
  }

  async #askPrimary(): Promise<void> {
    if (this.#askingPrimary) return
    this.#askingPrimary = true
    const at = performance.now()
    try {
      const { rows } = await sql<{ position: number }>`
        select (pg_current_wal_insert_lsn() - '0/0')::bigint as position`.execute(this.#primary)
      this.#recordPosition(at, rows[0]!.position)
    } catch {
      // The primary is away or was demoted. Code that depends on it reports that.
    } finally {
      this.#askingPrimary = false
    }
  }

  #recordPosition(at: number, position: number): void {
    const oldest = this.#written.findLastIndex((each) => at - each.at >= LAG_MAX_MS)
    this.#written = [...this.#written.slice(Math.max(0, oldest)), { at, position }]
    if (this.#unknownSince !== undefined && this.#unknownSince <= at) {
      this.#unknownSince = undefined
      this.require(position)
    }
    // The required position may be forged, or come from a primary that lost it in a failover.
    if (this.#neededSince < at) this.#needed = Math.min(this.#needed, position)
  }

  #askReplica(replica: Replica): Promise<void> {
    replica.asking ??= this.#fetchPosition(replica).finally(() => {
      replica.asking = undefined
    })
    return replica.asking
  }

  async #fetchPosition(replica: Replica): Promise<void> {
    const at = performance.now()
    try {
      replica.isOurs ||= (await identify(replica.db)) === (await identify(this.#primary))
      // `null` if the server is no longer a replica.
      const { rows } = await sql<{ position: number | null }>`
        select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::bigint end as position`.execute(
        replica.db,
      )
      replica.position = replica.isOurs ? (rows[0]?.position ?? undefined) : undefined
      replica.askedAt = at
    } catch {
      replica.position = undefined
    }
  }

  #report(replica: Replica): void {
    const isServing = this.#written.length === 0 || this.#isCurrent(replica, performance.now())
    if (isServing === replica.isServing) return
    replica.isServing = isServing
    const reason = replica.position === undefined ? 'does not answer as a replica' : 'is more than two seconds behind'
    this.#warn(
      isServing
        ? `The replica ${replica.name} has caught up. Lists are read from it again.`
        : `The replica ${replica.name} ${reason}. Lists are read from other databases until it catches up.`,
    )
  }
}

/** Whether a read that failed on a replica should be tried on the primary. */
function mayWorkElsewhere(error: unknown): boolean {
  // A statement that exceeded its time limit would take just as long elsewhere.
  if (hasErrorCode(error, 'queryCancelled')) return false
  return hasErrorCode(error, 'conflictWithRecovery') || isDatabaseAway(error)
}
