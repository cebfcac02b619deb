import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1_023, '1023 bytes'],
  [1_024, '1.0 KB'],
  [1_048_575, '1.0 MB'],
  [12.34 * 1_024 ** 2, '12.3 MB'],
  [5 * 1_024 ** 4, '5.0 TB'],
  [5 * 1_024 ** 6, '5120.0 PB'],
])('%i is %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})
