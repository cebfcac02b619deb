/**
 * Milliseconds of waiting over which the rate is averaged. A short span makes the rate follow the client's present
 * speed.
 */
export const AVERAGED_MS = 30_000

/** The rate at which a client takes the bytes of a reply. Only the time that the server waits for the client counts. */
export class ReadingRate {
  #bytes = 0
  #waitedMs = 0
  #waitingSince: number | undefined
  #waitingBytes = 0

  async *measure(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      this.#waitingSince = performance.now()
      this.#waitingBytes = piece.length
      yield piece
      this.#bytes += piece.length
      this.#waitedMs = this.waitedMs
      this.#waitingSince = undefined
      this.#discountOlder()
    }
  }

  get waitedMs(): number {
    return this.#waitedMs + (this.#waitingSince === undefined ? 0 : performance.now() - this.#waitingSince)
  }

  /**
   * `Infinity` for a client that never made the server wait. While the client takes a piece, the rate is at most that
   * of this piece. A fast client that stops reading therefore becomes slow within a minute.
   */
  get bytesPerSecond(): number {
    if (this.waitedMs === 0) return Infinity
    const average = this.#bytes / this.waitedMs
    if (this.#waitingSince === undefined) return average * 1000
    return Math.min(average, this.#waitingBytes / (performance.now() - this.#waitingSince)) * 1000
  }

  /** Lets the bytes and the time before the last `AVERAGED_MS` count less and less. */
  #discountOlder(): void {
    if (this.#waitedMs <= AVERAGED_MS) return
    this.#bytes *= AVERAGED_MS / this.#waitedMs
    this.#waitedMs = AVERAGED_MS
  }
}
