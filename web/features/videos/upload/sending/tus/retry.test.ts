import { expect, test } from 'vitest'
import { ApiError } from '../../../../../net/api.ts'
import { UnreadableFileError } from './readable-file.ts'
import { isOutage, retryDelayMs } from './retry.ts'

const failed = (cause: unknown) => new Error('Failed to get upload URL', { cause })

test('a lost network, an unavailable server and a rate limit count as outages', () => {
  expect(isOutage(failed(new TypeError('Failed to fetch')))).toBe(true)
  for (const status of [429, 500, 502, 503, 507]) expect(isOutage(failed(new ApiError(status, '')))).toBe(true)
})

test('a refusal, an unreadable file and a cancelled upload do not count as outages', () => {
  for (const status of [400, 401, 403, 413]) expect(isOutage(failed(new ApiError(status, '')))).toBe(false)
  expect(isOutage(new UnreadableFileError('It is gone.', { cause: new DOMException('', 'NotFoundError') }))).toBe(false)
  expect(isOutage(new DOMException('Cancelled', 'AbortError'))).toBe(false)
})

test('each failed attempt doubles the delay, up to half a minute', () => {
  expect([0, 1, 2, 10].map(retryDelayMs)).toEqual([1_000, 2_000, 4_000, 30_000])
})
