import { expect, test } from 'vitest'
import { durationInWords } from './in-words.ts'

test.each([
  [1, 'a second'],
  [60, 'a minute'],
  [7_140, '119 minutes'],
  [7_141, '2 hours'],
  [86_400, '24 hours'],
])('a wait of %i seconds is described as %s', (seconds, words) => {
  expect(durationInWords(seconds)).toBe(words)
})
