import { expect, test } from 'vitest'
import { ApiError } from '../../../../../net/api.ts'
import { UnreadableFileError } from './readable-file.ts'
import { isOutage, retryDelayMs } from './retry.ts'

const failed = (cause: unknown) => new Error('Failed to get upload URL', { cause })

test('a lost network, a server that is down or full, and too many requests say nothing about the clip', () => {
  expect(isOutage(failed(new TypeError('Failed to fetch')))).toBe(true)
  for (const status of [429, 500, 502, 503, 507]) expect(isOutage(failed(new ApiError(status, '')))).toBe(true)
})

test('a refusal, a file that is gone and a cancelled upload do', () => {
  for (const status of [400, 401, 403, 413]) expect(isOutage(failed(new ApiError(status, '')))).toBe(false)
  expect(isOutage(new UnreadableFileError('It is gone.', { cause: new DOMException('', 'NotFoundError') }))).toBe(false)
  expect(isOutage(new DOMException('Cancelled', 'AbortError'))).toBe(false)
})

test('each try in vain waits longer, up to half a minute', () => {
  expect([0, 1, 2, 10].map(retryDelayMs)).toEqual([1_000, 2_000, 4_000, 30_000])
})
