import { freeMemory } from '../free-memory.ts'

/**
 * Size of every object's parts: part n holds bytes (n - 1) · 8 MiB to n · 8 MiB. Some servers require all parts but the
 * last to have the same size. Some accept 1,000 at most: 5 GiB are 640 parts.
 */
export const PART_BYTES = 8 * 1024 ** 2

/** Returns the first and last byte of each part of a non-empty object. */
export function partsOf(sizeBytes: number): { number: number; start: number; end: number }[] {
  return Array.from({ length: Math.ceil(sizeBytes / PART_BYTES) }, (_, i) => ({
    number: i + 1,
    start: i * PART_BYTES,
    end: Math.min((i + 1) * PART_BYTES, sizeBytes) - 1,
  }))
}

/** Cuts a stream into parts: one is being sent while the next one fills. Holds two of them, 16 MiB. */
export class PartWriter {
  readonly #send: (number: number, bytes: Buffer) => Promise<void>
  #number: number
  #filling: Buffer = Buffer.allocUnsafeSlow(PART_BYTES)
  #length = 0
  #other: Buffer | undefined
  #sending = Promise.resolve()

  /** @param send Owns the bytes until it resolves. @param firstNumber Number of the part that fills first, from 1. */
  constructor(send: (number: number, bytes: Buffer) => Promise<void>, firstNumber = 1) {
    this.#send = send
    this.#number = firstNumber
  }

  /** Number of the part that is being filled. */
  get number(): number {
    return this.#number
  }

  /** Bytes of the part that is being filled. Valid until the next `add`. */
  get rest(): Buffer {
    return this.#filling.subarray(0, this.#length)
  }

  /** @throws The error with which an earlier part failed. */
  async add(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      const copied = chunk.copy(this.#filling, this.#length, at)
      at += copied
      this.#length += copied
      if (this.#length === PART_BYTES) await this.#next()
    }
  }

  /** Waits until all whole parts have been sent. @throws The error with which one failed. */
  async settled(): Promise<void> {
    await this.#sending
  }

  /** Frees both parts. Call it after the last one was sent, when `rest` is no longer needed. */
  free(): void {
    freeMemory(this.#filling)
    if (this.#other) freeMemory(this.#other)
  }

  async #next(): Promise<void> {
    await this.#sending
    const full = this.#filling
    this.#sending = this.#send(this.#number, full)
    // The next call of `add` or `settled` throws the error.
    this.#sending.catch(() => {})
    this.#filling = this.#other ?? Buffer.allocUnsafeSlow(PART_BYTES)
    this.#other = full
    this.#number++
    this.#length = 0
  }
}
