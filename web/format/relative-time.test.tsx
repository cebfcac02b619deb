import { expect, test } from 'vitest'
import { formatTimeAgo } from './relative-time.tsx'

const now = Date.parse('2026-03-10T12:00:00Z')

test.each([
  ['2026-03-10T12:00:05Z', 'just now'],
  ['2026-03-10T11:59:01Z', 'just now'],
  ['2026-03-10T11:58:30Z', '1 min. ago'],
  ['2026-03-10T09:00:00Z', '3 hr. ago'],
  ['2026-03-09T11:00:00Z', 'yesterday'],
  ['2026-02-20T12:00:00Z', '2 wk. ago'],
  ['2024-03-10T12:00:00Z', '2 yr. ago'],
])('%s is %s', (iso, words) => {
  expect(formatTimeAgo(Date.parse(iso), now)).toBe(words)
})
