import { vi } from 'vitest'

/** The time that durations and the ages of what is kept are measured by, which stands still. */
export interface StoppedClock {
  /** Lets so much time pass at once, in milliseconds. */
  pass(ms: number): void
  /** Ends it. */
  goOn(): void
}

/**
 * For tests of what may take, or be kept, for so long: a machine that is busy just then changes nothing. Timers and dates
 * go on. No two looks at it say the same, or what takes next to nothing would take nothing.
 */
export function stopClock(): StoppedClock {
  let nowMs = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 0.001))
  return {
    pass: (ms) => void (nowMs += ms),
    goOn: () => clock.mockRestore(),
  }
}
