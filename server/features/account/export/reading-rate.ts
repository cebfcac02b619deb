/** The rate is an average over the last half minute of waiting, so that it follows what the client does now. */
export const AVERAGED_MS = 30_000

/** The rate at which a client takes the bytes of a reply. Only the time counts in which the server waits for the client. */
export class ReadingRate {
  #bytes = 0
  #waitedMs = 0
  #waitingSince: number | undefined

  async *measure(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      this.#waitingSince = performance.now()
      yield piece
      this.#bytes += piece.length
      this.#waitedMs = this.waitedMs
      this.#waitingSince = undefined
      this.#forget()
    }
  }

  get waitedMs(): number {
    return this.#waitedMs + (this.#waitingSince === undefined ? 0 : performance.now() - this.#waitingSince)
  }

  /** `Infinity` for a client that never made the server wait. */
  get bytesPerSecond(): number {
    return this.waitedMs === 0 ? Infinity : (this.#bytes / this.waitedMs) * 1000
  }

  #forget(): void {
    if (this.#waitedMs <= AVERAGED_MS) return
    this.#bytes *= AVERAGED_MS / this.#waitedMs
    this.#waitedMs = AVERAGED_MS
  }
}
