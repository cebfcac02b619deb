/** Frames a little closer than the limit asks for are let through: timestamps are rounded. */
const LENIENCE = 0.9

/**
 * Thins frames out to a highest rate. What comes at a steady 60, 50 or 120 a second stays steady at 30, 25 or 30; what
 * comes unsteadily keeps its own times.
 *
 * @param maxRate Frames a second.
 */
export class FramePacer {
  readonly #minGapSeconds: number
  #lastSeconds = -Infinity

  constructor(maxRate: number) {
    this.#minGapSeconds = LENIENCE / maxRate
  }

  /** @param mustStay Whether something depends on this very frame. One that does not come after the last never stays. */
  keeps(seconds: number, mustStay: boolean): boolean {
    const gap = seconds - this.#lastSeconds
    if (gap <= 0 || (gap < this.#minGapSeconds && !mustStay)) return false
    this.#lastSeconds = seconds
    return true
  }
}
