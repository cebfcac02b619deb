import { sql } from 'kysely'
import { StartupError } from '../../errors/startup-error.ts'
import { connect, type Db } from '../connect.ts'
import { identify } from '../prepare/external-database.ts'
import { isDatabaseAway } from '../outage.ts'

/** Reads what is the same for everybody: from a replica where one may serve, else from the primary. */
export type ReadShared = <T>(read: (db: Db) => Promise<T>) => Promise<T>

const ASK_EVERY_MS = 100
/** How old an answer that is not good enough must be to ask again. */
const ASK_AGAIN_MS = 10
/** Who has not answered for so long may be anywhere. */
const SILENT_MS = 1_000
/** How far a replica may be behind, whatever it is needed for. */
const LAG_MAX_MS = 2_000

/** A statement that was cancelled because the replica had to apply what it was reading. */
const CONFLICT_WITH_RECOVERY = '40001'
/** A statement past its time, which would take as long again. */
const QUERY_CANCELLED = '57014'

interface Replica {
  name: string
  db: Db
  /** Up to where it has applied the primary's log, in bytes. `undefined` while it does not answer as a replica of ours. */
  position: number | undefined
  /** When the question was asked that it answered last. */
  askedAt: number
  asking: Promise<void> | undefined
  isOurs: boolean
  /** What was said of it last. */
  isServing: boolean
}

interface ReplicaOptions {
  poolSize: number
  /** Told when one begins or ceases to serve, one sentence at a time. */
  warn: (line: string) => void
}

/**
 * The replicas of the database, and how far each has come. One may serve when it has applied everything that this process
 * has changed or heard of (`change`, `require`), so that nobody misses what they did or were told of, and when it is less
 * than two seconds behind. Which one may is known without asking, mostly: each is asked ten times a second, and once more
 * where its last answer is older than what is needed.
 */
export class Replicas {
  readonly #primary: Db
  readonly #replicas: Replica[]
  readonly #warn: (line: string) => void
  readonly #timer: NodeJS.Timeout
  /** Up to where the primary's log had been written at which time, the oldest first, for `LAG_MAX_MS`. */
  #written: { at: number; position: number }[] = []
  #askingPrimary = false
  /** Up to where a replica must have come. */
  #needed = 0
  #neededSince = 0
  /** Since when more is needed than anybody knows, until the primary says where it is. */
  #unknownSince: number | undefined = 0
  /** Changes of this process of which it is not known yet where in the log they are. */
  #changing = 0
  #next = 0
  /** Reads so far, by who served them. */
  readonly served = { primary: 0, replica: 0 }

  private constructor(primary: Db, replicas: Replica[], warn: (line: string) => void) {
    this.#primary = primary
    this.#replicas = replicas
    this.#warn = warn
    this.#timer = setInterval(() => this.#ask(), ASK_EVERY_MS).unref()
    this.#ask()
  }

  /**
   * @param urls One address for each: behind a shared one nobody could know who answers.
   * @throws {StartupError} If one is a replica of something else. One that is away may come later.
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
      throw new StartupError(`DATABASE_REPLICA_URLS: ${replica.name} is no replica of DATABASE_URL.`)
    }
    return new Replicas(primary, replicas, warn)
  }

  readonly read: ReadShared = async (read) => {
    const replica = await this.#choose()
    if (replica) {
      try {
        const result = await read(replica.db)
        this.served.replica++
        return result
      } catch (error) {
        if (!mayWorkElsewhere(error)) throw error
        if (isDatabaseAway(error)) replica.position = undefined
      }
    }
    this.served.primary++
    return read(this.#primary)
  }

  /**
   * To be called once a change is committed. Until it is known where in the log that is, reads go to the primary.
   *
   * @returns To be told that, or nothing where it cannot be known.
   */
  change(): (position?: number) => void {
    this.#changing++
    return (position) => {
      this.#changing--
      if (position === undefined) this.needUnknown()
      else this.require(position)
    }
  }

  /** A replica must have come as far as this position of the primary's log. */
  require(position: number): void {
    if (position <= this.#needed) return
    this.#needed = position
    this.#neededSince = performance.now()
  }

  /** There may be changes that nobody has told of. */
  needUnknown(): void {
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
    // It may have come far enough since it answered. All who wait for it share the question.
    const now = performance.now()
    const worthAsking = this.#replicas.filter(
      (replica) => now - replica.askedAt > ASK_AGAIN_MS && this.#isCurrent(replica, now),
    )
    await Promise.all(worthAsking.map((replica) => this.#askReplica(replica)))
    return worthAsking.length > 0 && this.#changing === 0 ? this.#pick() : undefined
  }

  /** They take turns. */
  #pick(): Replica | undefined {
    const now = performance.now()
    const ready = this.#replicas.filter((replica) => this.#isCurrent(replica, now) && replica.position! >= this.#needed)
    return ready[this.#next++ % ready.length]
  }

  #isCurrent({ position, askedAt }: Replica, now: number): boolean {
    return position !== undefined && now - askedAt < SILENT_MS && position >= this.#leastPosition(now)
  }

  /** Where the primary was two seconds ago. */
  #leastPosition(now: number): number {
    const known = this.#written
    return (known.findLast(({ at }) => now - at >= LAG_MAX_MS) ?? known[0])?.position ?? Infinity
  }

  #ask(): void {
    void this.#askPrimary()
    for (const replica of this.#replicas) {
      void this.#askReplica(replica).then(() => this.#tell(replica))
    }
  }

  async #askPrimary(): Promise<void> {
    if (this.#askingPrimary) return
    this.#askingPrimary = true
    const at = performance.now()
    try {
      const { rows } = await sql<{ position: number }>`
        select (pg_current_wal_insert_lsn() - '0/0')::bigint as position`.execute(this.#primary)
      this.#learn(at, rows[0]!.position)
    } catch {
      // Away, or no primary just now: whoever needs it more says so.
    } finally {
      this.#askingPrimary = false
    }
  }

  #learn(at: number, position: number): void {
    const oldest = this.#written.findLastIndex((each) => at - each.at >= LAG_MAX_MS)
    this.#written = [...this.#written.slice(Math.max(0, oldest)), { at, position }]
    if (this.#unknownSince !== undefined && this.#unknownSince <= at) {
      this.#unknownSince = undefined
      this.require(position)
    }
    // Of a primary that has lost it in a failover, or made up by somebody else.
    if (this.#neededSince < at) this.#needed = Math.min(this.#needed, position)
  }

  #askReplica(replica: Replica): Promise<void> {
    replica.asking ??= this.#question(replica).finally(() => {
      replica.asking = undefined
    })
    return replica.asking
  }

  async #question(replica: Replica): Promise<void> {
    const at = performance.now()
    try {
      replica.isOurs ||= (await identify(replica.db)) === (await identify(this.#primary))
      // `null` of a server that is no replica any more.
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

  #tell(replica: Replica): void {
    const isServing = this.#written.length === 0 || this.#isCurrent(replica, performance.now())
    if (isServing === replica.isServing) return
    replica.isServing = isServing
    const reason = replica.position === undefined ? 'does not answer as a replica' : 'is more than two seconds behind'
    this.#warn(
      isServing
        ? `The replica ${replica.name} has caught up: lists are read from it again.`
        : `The replica ${replica.name} ${reason}: lists are read elsewhere until it has caught up.`,
    )
  }
}

/** Whether what failed on a replica is worth another try on the primary. */
function mayWorkElsewhere(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === CONFLICT_WITH_RECOVERY || (isDatabaseAway(error) && code !== QUERY_CANCELLED)
}
