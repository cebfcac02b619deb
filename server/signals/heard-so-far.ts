import { setTimeout as delay } from 'node:timers/promises'

/** What a process has sent from its start: one of its own names, and how many signals. */
export interface SentSoFar {
  from: string
  count: number
}

/** How long a signal is waited for by who knows of it. Most are there already. */
const PATIENCE_MS = 100
const LOOK_EVERY_MS = 5
/** Of processes that have ended, nobody knows any more. */
const MAX_KNOWN = 1_000

/** How many signals of each other process have been heard here. */
export class HeardSoFar {
  /** The one last heard of at the end. */
  readonly #counts = new Map<string, number>()

  note({ from, count }: SentSoFar): void {
    const known = this.#counts.get(from) ?? 0
    this.#counts.delete(from)
    this.#counts.set(from, Math.max(known, count))
    const [oldest] = this.#counts.keys()
    if (this.#counts.size > MAX_KNOWN && oldest !== undefined) this.#counts.delete(oldest)
  }

  /** @returns Whether all of it has been heard, after a moment at most. */
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
