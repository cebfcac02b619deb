import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'

/** A process, identified by a random name that it chooses at its start, and the number of signals that it has sent. */
export interface SentSoFar {
  from: string
  count: number
}

/** Milliseconds that a reader waits for a signal. Most have already arrived. */
const PATIENCE_MS = 100
const LOOK_EVERY_MS = 5
/** Limit for remembered processes. The oldest entries belong to processes that have ended. */
const MAX_KNOWN = 1_000

/** Counts the signals of each other process that have arrived here. */
export class HeardSoFar {
  readonly #counts = new LRUCache<string, number>({ max: MAX_KNOWN })

  note({ from, count }: SentSoFar): void {
    this.#counts.set(from, Math.max(this.#counts.get(from) ?? 0, count))
  }

  /**
   * Waits until the signals in `sent` have arrived, but only for a moment. @returns Whether all of them have arrived.
   */
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
