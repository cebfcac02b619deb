import { expect, test } from 'vitest'
import { ordinal, shortenCount } from './count.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1.0K'],
  [12_345, '12.3K'],
  [999_949, '999.9K'],
  [999_950, '1.0M'],
  [2_500_000, '2.5M'],
])('%i is %s', (count, words) => {
  expect(shortenCount(count)).toBe(words)
})

test.each([
  [1, '1st'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [21, '21st'],
  [122, '122nd'],
])('%i is %s', (rank, words) => {
  expect(ordinal(rank)).toBe(words)
})
