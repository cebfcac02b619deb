/** Runs up to `permits` tasks at once; others wait, first come, first served. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []
  readonly #limit: { waitingMax: number; refusal: () => Error } | undefined

  /** @param limit How many may wait, and the error of a task that is refused because as many wait. */
  constructor(permits: number, limit?: { waitingMax: number; refusal: () => Error }) {
    this.#free = permits
    this.#limit = limit
  }

  /** @throws The semaphore's `refusal`. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else if (this.#limit && this.#waiting.length >= this.#limit.waitingMax) throw this.#limit.refusal()
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
