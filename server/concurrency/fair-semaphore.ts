/** How many tasks of one person may wait. Further tasks are refused at once. */
const WAITING_MAX = 10

/**
 * Runs up to `permits` tasks at once, at most one per person. Waiting people are served in turn: a person waits for at
 * most one task of each other person.
 *
 * The limit applies to this process; each process has its own permits.
 */
export class FairSemaphore {
  #free: number
  readonly #running = new Set<string>()
  /** People in the order in which they are served. A person moves to the end when a task of theirs begins or ends. */
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #refusal: () => Error

  /** @param refusal Makes the error of a task that is refused because too many tasks of its person wait. */
  constructor(permits: number, refusal: () => Error) {
    this.#free = permits
    this.#refusal = refusal
  }

  /** @throws The semaphore's `refusal`. */
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
    if (waiting.length >= WAITING_MAX) return Promise.reject(this.#refusal())
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
