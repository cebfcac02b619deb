import { onTestFinished, vi } from 'vitest'

/** A stopped monotonic clock, with which durations and ages are measured. */
interface StoppedClock {
  /** Advances it by this many milliseconds. */
  pass(ms: number): void
  /** Restores the real clock before the end of the test. */
  resume(): void
}

/**
 * Stops the clock until the end of the test, for tests of time limits, so that a busy machine changes nothing. Timers
 * and dates continue. Each reading is slightly later than the one before, because operations must take some time.
 */
export function stopClock(): StoppedClock {
  let nowMs = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 0.001))
  const resume = () => clock.mockRestore()
  onTestFinished(resume)
  return { pass: (ms) => void (nowMs += ms), resume }
}
