import { expect, test } from 'vitest'
import { formatMegabytes } from './file-labels.ts'

test.each([
  [0, '0 bytes'],
  [1, '< 0.1 MB'],
  [52_428, '< 0.1 MB'],
  [52_429, '0.1 MB'],
  [12.34 * 1024 ** 2, '12.3 MB'],
])('%d bytes are %s', (bytes, words) => {
  expect(formatMegabytes(bytes)).toBe(words)
})
