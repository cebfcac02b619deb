import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { interrupted, underWay } from './upload-refusals.ts'

/** Event: another process resumes this upload, so the process that receives it must stop. */
const UPLOAD_INTERRUPTED = 'upload-interrupted'

/**
 * Duration of a lease, after which the upload of a dead or suspended process is free. A lease is renewed twice before
 * it would expire.
 */
const LEASE_SECONDS = 14
const RENEW_EVERY_MS = 5_000
const POLL_EVERY_MS = 100
/** Milliseconds for which a process waits for a lease that is about to end. */
const ENDING_MS = 1_000
/**
 * Number of polls after which an interruption is repeated. Its event may have been lost, or a third process may have
 * taken the lease.
 */
const INTERRUPT_EVERY_POLLS = 10

const leaseEnd = sql<string>`now() + make_interval(secs => ${LEASE_SECONDS})`

/** The right to work on an upload. */
export interface Lease {
  /** @throws {AppError} If the lease has ended, so that not one more byte may be written. */
  requireOurs(): void
}

/** A lease that never expires, for a site with only one process. */
export const endlessLease: Lease = { requireOurs() {} }

interface HeldLease extends Lease {
  id: string
  token: string
  /** The expiry stored in the database, which identifies the lease until another process takes it. */
  until: string
  /** The expiry by this process's monotonic clock, which continues while the process is suspended. */
  validUntilMs: number
  isLost: boolean
  lose(): void
}

/**
 * Leases that let only one process of a site work on an upload. The process must keep renewing its lease. A process
 * that interrupts the holder takes away the right to renew the lease. It then waits until the lease is given back or
 * has expired.
 *
 * A lease applies while the bytes of an upload arrive. Once the upload is complete, `claimUpload` applies.
 */
export class UploadLeases {
  readonly #db: Db
  readonly #signals: Deps['signals']
  readonly #held = new Map<string, HeldLease>()

  constructor({ db, signals }: Pick<Deps, 'db' | 'signals'>) {
    this.#db = db
    this.#signals = signals
    signals.on(UPLOAD_INTERRUPTED, (id) => this.#held.get(id)?.lose())
  }

  /**
   * Runs `work` while holding the lease of an upload.
   *
   * @param interrupts Whether to interrupt the current holder. If not, the call waits only for a lease that is about to
   *   end.
   * @param onLost Called when another process takes over the upload.
   * @throws {AppError} CONFLICT if another process holds the lease.
   */
  async hold<T>(
    id: string,
    { interrupts, onLost }: { interrupts: boolean; onLost(): void },
    work: (lease: Lease) => Promise<T>,
  ): Promise<T> {
    const taken = await this.#takeWhenFree(id, interrupts)
    // The upload does not exist, and `work` reports that with a better error.
    if (!taken) return work(endlessLease)
    const lease: HeldLease = {
      id,
      ...taken,
      isLost: false,
      lose() {
        lease.isLost = true
        onLost()
      },
      requireOurs() {
        if (lease.isLost || performance.now() > lease.validUntilMs) throw interrupted()
      },
    }
    let renewal: Promise<void> | undefined
    // Errors are ignored: other code reports an unavailable database, and the lease expires if it stays unavailable.
    const renewing = setInterval(() => {
      renewal = this.#renew(lease).catch(() => {})
    }, RENEW_EVERY_MS)
    this.#held.set(id, lease)
    try {
      return await work(lease)
    } finally {
      clearInterval(renewing)
      this.#held.delete(id)
      await renewal
      await this.#giveBack(lease).catch(() => {})
    }
  }

  async #takeWhenFree(id: string, interrupts: boolean) {
    const deadline = performance.now() + (interrupts ? LEASE_SECONDS * 1_000 + ENDING_MS : ENDING_MS)
    for (let polls = 0; ; polls++) {
      const before = performance.now()
      const token = randomUUID()
      const { until, exists } = await this.#take(id, token)
      if (until) return { token, until, validUntilMs: before + LEASE_SECONDS * 1_000 }
      if (!exists) return undefined
      if (before > deadline) throw underWay()
      if (interrupts && polls % INTERRUPT_EVERY_POLLS === 0) await this.#interrupt(id)
      await delay(POLL_EVERY_MS)
    }
  }

  async #take(id: string, token: string): Promise<{ until: string | null; exists: boolean }> {
    const { rows } = await sql<{ until: string | null; exists: boolean }>`
      with taken as (
        update objects set receiver = ${token}, receiver_until = ${leaseEnd}
        where id = ${id} and coalesce(receiver_until <= now(), true) returning receiver_until
      )
      select (select receiver_until from taken) as until,
        exists (select from objects where id = ${id})`.execute(this.#db)
    return rows[0]!
  }

  /**
   * Takes away the holder's right to renew. The expiry stays unchanged, because only the holder knows when its last
   * byte is written.
   */
  async #interrupt(id: string): Promise<void> {
    await this.#db.updateTable('objects').set({ receiver: randomUUID() }).where('id', '=', id).execute()
    this.#signals.emit(UPLOAD_INTERRUPTED, id)
  }

  async #renew(lease: HeldLease): Promise<void> {
    const before = performance.now()
    const { rows } = await sql<{ until: string }>`
      update objects set receiver_until = ${leaseEnd} where id = ${lease.id} and receiver = ${lease.token}
      returning receiver_until as until`.execute(this.#db)
    if (!rows[0]) return lease.lose()
    lease.until = rows[0].until
    lease.validUntilMs = before + LEASE_SECONDS * 1_000
  }

  async #giveBack({ id, until }: HeldLease): Promise<void> {
    await sql`
      update objects set receiver = null, receiver_until = null
      where id = ${id} and receiver_until = ${until}`.execute(this.#db)
  }
}
