import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { cutOff, underWay } from './upload-refusals.ts'

/** Somebody in another process goes on with this upload: who receives it must stop. */
const UPLOAD_INTERRUPTED = 'upload-interrupted'

/** What a process that died or stands still holds is free after this. Renewed several times before it runs out. */
const LEASE_SECONDS = 14
const RENEW_EVERY_MS = 5_000
const LOOK_EVERY_MS = 100
/** How long who waits for a turn waits for one that is just ending. */
const ENDING_MS = 1_000
/** An interruption is told again this often: the signal may be lost, and somebody else may have been quicker. */
const TELL_EVERY_LOOKS = 10

const leaseEnd = sql<string>`now() + make_interval(secs => ${LEASE_SECONDS})`

/** Of what is being done with an upload. */
export interface Turn {
  /** @throws {AppError} If it is over: not one more byte may be written. */
  requireOurs(): void
}

/** Where one process serves a site, a turn ends when its work is done. */
export const endlessTurn: Turn = { requireOurs() {} }

interface Lease extends Turn {
  id: string
  token: string
  /** As the database says it, by which it is known until somebody else has it. */
  until: string
  /** By this process's own clock, which goes on while it stands still. */
  validUntilMs: number
  isLost: boolean
  lose(): void
}

/**
 * Turns among the processes of a site: each upload is worked on by one of them, for as long as it renews its lease. Who
 * interrupts takes away the right to renew it, and waits until it was given back or has run out.
 */
export class UploadLeases {
  readonly #db: Db
  readonly #signals: Deps['signals']
  readonly #held = new Map<string, Lease>()

  constructor({ db, signals }: Pick<Deps, 'db' | 'signals'>) {
    this.#db = db
    this.#signals = signals
    signals.on(UPLOAD_INTERRUPTED, (id) => this.#held.get(id)?.lose())
  }

  /**
   * @param interrupts Whether who is at it must stop. If not, only what is just ending is waited for.
   * @param onLost Called when another process goes on with it.
   * @throws {AppError} CONFLICT if another process is at it.
   */
  async hold<T>(
    id: string,
    { interrupts, onLost }: { interrupts: boolean; onLost(): void },
    work: (turn: Turn) => Promise<T>,
  ): Promise<T> {
    const lease = await this.#takeWhenFree(id, { interrupts, onLost })
    // There is no such upload, which the work says better.
    if (!lease) return work(endlessTurn)
    let renewal: Promise<void> | undefined
    // The database being away is told by what needs it more; until it is back, the lease runs out.
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

  async #takeWhenFree(id: string, { interrupts, onLost }: { interrupts: boolean; onLost(): void }) {
    const deadline = performance.now() + (interrupts ? LEASE_SECONDS * 1_000 + ENDING_MS : ENDING_MS)
    for (let looks = 0; ; looks++) {
      const before = performance.now()
      const token = randomUUID()
      const { until, isThere } = await this.#take(id, token)
      if (until) return newLease({ id, token, until, validUntilMs: before + LEASE_SECONDS * 1_000 }, onLost)
      if (!isThere) return undefined
      if (before > deadline) throw underWay()
      if (interrupts && looks % TELL_EVERY_LOOKS === 0) await this.#interrupt(id)
      await delay(LOOK_EVERY_MS)
    }
  }

  async #take(id: string, token: string): Promise<{ until: string | null; isThere: boolean }> {
    const { rows } = await sql<{ until: string | null; isThere: boolean }>`
      with taken as (
        update objects set receiver = ${token}, receiver_until = ${leaseEnd}
        where id = ${id} and coalesce(receiver_until <= now(), true) returning receiver_until
      )
      select (select receiver_until from taken) as until, exists (select from objects where id = ${id}) as is_there`.execute(
      this.#db,
    )
    return rows[0]!
  }

  /** Until when the lease is somebody's stays as it is: only they know when their last byte is written. */
  async #interrupt(id: string): Promise<void> {
    await this.#db.updateTable('objects').set({ receiver: randomUUID() }).where('id', '=', id).execute()
    this.#signals.send(UPLOAD_INTERRUPTED, id)
  }

  async #renew(lease: Lease): Promise<void> {
    const before = performance.now()
    const row = await this.#db
      .updateTable('objects')
      .set({ receiverUntil: leaseEnd })
      .where('id', '=', lease.id)
      .where('receiver', '=', lease.token)
      .returning('receiverUntil')
      .executeTakeFirst()
    if (!row?.receiverUntil) return lease.lose()
    lease.until = row.receiverUntil
    lease.validUntilMs = before + LEASE_SECONDS * 1_000
  }

  async #giveBack({ id, until }: Lease): Promise<void> {
    await this.#db
      .updateTable('objects')
      .set({ receiver: null, receiverUntil: null })
      .where('id', '=', id)
      .where('receiverUntil', '=', until)
      .execute()
  }
}

function newLease(facts: Pick<Lease, 'id' | 'token' | 'until' | 'validUntilMs'>, onLost: () => void): Lease {
  const lease: Lease = {
    ...facts,
    isLost: false,
    lose() {
      lease.isLost = true
      onLost()
    },
    requireOurs() {
      if (lease.isLost || performance.now() > lease.validUntilMs) throw cutOff()
    },
  }
  return lease
}
