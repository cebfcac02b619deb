import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

test.each([
  [0, '0 min'],
  [25, '25 min'],
  [60, '1 h'],
  [200, '3 h 20 min'],
  [1_440, '1 d'],
  [3_199, '2 d 5 h'],
])('%i minutes are %s', (minutes, words) => {
  expect(formatDuration(minutes)).toBe(words)
})
