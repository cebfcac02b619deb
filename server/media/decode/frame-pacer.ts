/** Tolerance for frames that are slightly too close because timestamps are rounded. */
const LENIENCE = 0.9

/**
 * Reduces frames to a maximum rate. Steady rates of 60, 50 or 120 frames a second become a steady 30, 25 or 30. Frames
 * of an unsteady rate keep their timestamps.
 *
 * @param maxRate Frames per second.
 */
export class FramePacer {
  readonly #minGapSeconds: number
  #lastSeconds = -Infinity

  constructor(maxRate: number) {
    this.#minGapSeconds = LENIENCE / maxRate
  }

  /**
   * Whether to keep a frame. @param mustStay Whether this frame is required. A frame that does not come after the last
   * kept one is always dropped.
   */
  keeps(seconds: number, mustStay: boolean): boolean {
    const gap = seconds - this.#lastSeconds
    if (gap <= 0 || (gap < this.#minGapSeconds && !mustStay)) return false
    this.#lastSeconds = seconds
    return true
  }
}
