/** Nobody may have more waiting than this: what comes after is refused at once. */
const WAITING_MAX = 10

/** Too much is waiting already, of this person or of all. */
export class TooManyWaitingError extends Error {
  override readonly name = 'TooManyWaitingError'
}

/**
 * Lets `permits` tasks run at once, of each person one. Who waits is served in turns by person: however many tasks one
 * brings, somebody else waits for one of them at most.
 *
 * Of this process, as what it hands out is: each process has permits of its own.
 */
export class FairSemaphore {
  #free: number
  readonly #running = new Set<string>()
  /** In the order in which people are served; whose task has ended goes to the end. */
  readonly #waiting = new Map<string, (() => void)[]>()

  constructor(permits: number) {
    this.#free = permits
  }

  /** @throws {TooManyWaitingError} */
  async run<T>(person: string, task: () => Promise<T>): Promise<T> {
    await this.#acquire(person)
    try {
      return await task()
    } finally {
      this.#free++
      this.#running.delete(person)
      const waiting = this.#waiting.get(person)
      if (waiting && this.#waiting.delete(person)) this.#waiting.set(person, waiting)
      this.#serve()
    }
  }

  #acquire(person: string): Promise<void> {
    const waiting = this.#waiting.get(person) ?? []
    if (waiting.length >= WAITING_MAX) return Promise.reject(new TooManyWaitingError())
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.set(person, [...waiting, resolve])
    this.#serve()
    return promise
  }

  #serve(): void {
    for (const [person, [next, ...others]] of this.#waiting) {
      if (this.#free === 0) return
      if (!next || this.#running.has(person)) continue
      this.#waiting.delete(person)
      if (others.length > 0) this.#waiting.set(person, others)
      this.#free--
      this.#running.add(person)
      next()
    }
  }
}
