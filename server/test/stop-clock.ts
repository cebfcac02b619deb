import { vi } from 'vitest'

/** A stopped monotonic clock, with which durations and ages are measured. */
interface StoppedClock {
  /** Advances it by this many milliseconds. */
  pass(ms: number): void
  /** Restores the real clock. */
  goOn(): void
}

/**
 * Stops the clock, for tests of time limits, so that a busy machine changes nothing. Timers and dates continue. Each
 * reading is slightly later than the one before, because operations must take some time.
 */
export function stopClock(): StoppedClock {
  let nowMs = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 0.001))
  return {
    pass: (ms) => void (nowMs += ms),
    goOn: () => clock.mockRestore(),
  }
}
