import { TooManyWaitingError } from './fair-semaphore.ts'

/** Runs up to `permits` tasks at once; others wait, first come, first served. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  readonly #waitingMax: number

  /** @param waitingMax How many may wait. Further tasks are refused at once. */
  constructor(permits: number, { waitingMax = Infinity }: { waitingMax?: number } = {}) {
    this.#free = permits
    this.#waitingMax = waitingMax
  }

  /** @throws {TooManyWaitingError} */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else if (this.#waiting.length >= this.#waitingMax) throw new TooManyWaitingError()
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
