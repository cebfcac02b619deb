import { freeMemory } from '../free-memory.ts'

/**
 * Of every object: part n holds bytes (n - 1) · 8 MiB to n · 8 MiB. Some servers want all parts but the last to have one
 * size, some take 1,000 at most: of 5 GiB these are 640. Sent again, a part has the same bytes.
 */
export const PART_BYTES = 8 * 1024 ** 2

/** The parts of an object that has bytes, by their first and their last byte. */
export function partsOf(sizeBytes: number): { number: number; start: number; end: number }[] {
  return Array.from({ length: Math.ceil(sizeBytes / PART_BYTES) }, (_, i) => ({
    number: i + 1,
    start: i * PART_BYTES,
    end: Math.min((i + 1) * PART_BYTES, sizeBytes) - 1,
  }))
}

/**
 * Cuts what comes into parts: one is on its way while the next one fills. Holds two of them, 16 MiB.
 */
export class PartWriter {
  readonly #send: (number: number, bytes: Buffer) => Promise<void>
  #number: number
  #filling: Buffer = Buffer.allocUnsafeSlow(PART_BYTES)
  #length = 0
  #other: Buffer | undefined
  #sending = Promise.resolve()

  /** @param send Has the bytes until it is done. @param firstNumber Of the part that fills first, from 1. */
  constructor(send: (number: number, bytes: Buffer) => Promise<void>, firstNumber = 1) {
    this.#send = send
    this.#number = firstNumber
  }

  /** Of the part that fills. */
  get number(): number {
    return this.#number
  }

  /** What has come of the part that fills. It changes with the next `add`. */
  get rest(): Buffer {
    return this.#filling.subarray(0, this.#length)
  }

  /** @throws What an earlier part failed with. */
  async add(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      const copied = chunk.copy(this.#filling, this.#length, at)
      at += copied
      this.#length += copied
      if (this.#length === PART_BYTES) await this.#next()
    }
  }

  /** Until all whole parts have been sent. @throws What one failed with. */
  async settled(): Promise<void> {
    await this.#sending
  }

  /** Frees both parts, when the last of them has been sent, and `rest` is not needed any more. */
  free(): void {
    freeMemory(this.#filling)
    if (this.#other) freeMemory(this.#other)
  }

  async #next(): Promise<void> {
    await this.#sending
    const full = this.#filling
    this.#sending = this.#send(this.#number, full)
    // Whoever adds or settles next is told.
    this.#sending.catch(() => {})
    this.#filling = this.#other ?? Buffer.allocUnsafeSlow(PART_BYTES)
    this.#other = full
    this.#number++
    this.#length = 0
  }
}
