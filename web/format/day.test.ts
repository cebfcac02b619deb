import { afterEach, expect, test, vi } from 'vitest'
import { formatDay } from './day.ts'

afterEach(() => void vi.unstubAllEnvs())

test.each([
  ['Asia/Tokyo', '2026-11-22T23:30:00Z', 23],
  ['America/Los_Angeles', '2026-11-22T01:30:00Z', 21],
  ['America/Los_Angeles', '2026-11-22', 22],
])('in %s, %s is day %d of the month', (timeZone, iso, day) => {
  vi.stubEnv('TZ', timeZone)
  expect(formatDay(iso)).toMatch(new RegExp(`\\b${day}\\b`))
})
