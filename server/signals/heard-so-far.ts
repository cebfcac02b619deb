import { setTimeout as delay } from 'node:timers/promises'

/** A process, identified by a random name of this start, and how many signals it has sent. */
export interface SentSoFar {
  from: string
  count: number
}

/** Milliseconds that a reader waits for a signal. Most have already arrived. */
const PATIENCE_MS = 100
const LOOK_EVERY_MS = 5
/** Limit for remembered processes; old entries belong to processes that have ended. */
const MAX_KNOWN = 1_000

/** Counts the signals of each other process that have arrived here. */
export class HeardSoFar {
  /** In order of the last signal, the most recent at the end. */
  readonly #counts = new Map<string, number>()

  note({ from, count }: SentSoFar): void {
    const known = this.#counts.get(from) ?? 0
    this.#counts.delete(from)
    this.#counts.set(from, Math.max(known, count))
    const [oldest] = this.#counts.keys()
    if (this.#counts.size > MAX_KNOWN && oldest !== undefined) this.#counts.delete(oldest)
  }

  /** @returns Whether all of them have arrived, after waiting for a moment at most. */
  async wait(sent: SentSoFar): Promise<boolean> {
    const deadline = performance.now() + PATIENCE_MS
    while (!this.#has(sent)) {
      if (performance.now() > deadline) return false
      await delay(LOOK_EVERY_MS)
    }
    return true
  }

  #has({ from, count }: SentSoFar): boolean {
    return (this.#counts.get(from) ?? 0) >= count
  }
}
