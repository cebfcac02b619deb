import { expect, test } from 'vitest'
import { weekdaysAfter } from './counter-notices.ts'

test.each([
  ['a Monday', '2026-11-02T00:00:00Z', 1, '2026-11-03'],
  ['a Friday', '2026-11-06T23:59:59Z', 1, '2026-11-09'],
  ['a Saturday', '2026-11-07T12:00:00Z', 5, '2026-11-13'],
  ['a Sunday', '2026-11-08T12:00:00Z', 12, '2026-11-24'],
  ['the end of a year', '2026-12-23T12:00:00Z', 12, '2027-01-08'],
])('weekdays are counted correctly from %s', (_what, from, weekdays, day) => {
  expect(weekdaysAfter(new Date(from), weekdays)).toBe(day)
})
