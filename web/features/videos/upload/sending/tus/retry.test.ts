import { expect, test } from 'vitest'
import { ApiError } from '../../../../../net/api-error.ts'
import { UnreadableFileError } from './readable-file.ts'
import { eventOf } from './resumable-upload.ts'
import { isOutage, isTemporary } from './retry.ts'

const failed = (cause: unknown) => new Error('Failed to get upload URL', { cause })

test('a lost network, an unavailable server and a rate limit count as outages', () => {
  expect(isOutage(failed(new TypeError('Failed to fetch')))).toBe(true)
  for (const status of [408, 429, 500, 502, 503, 507]) expect(isOutage(failed(new ApiError(status, '')))).toBe(true)
})

test('a refusal, an unreadable file and a cancelled upload do not count as outages', () => {
  for (const status of [400, 403, 413]) expect(isOutage(failed(new ApiError(status, '')))).toBe(false)
  expect(isOutage(new UnreadableFileError('It is gone.', { cause: new DOMException('', 'NotFoundError') }))).toBe(false)
  expect(isOutage(new DOMException('Cancelled', 'AbortError'))).toBe(false)
})

test.each([
  ['a request that arrives too slowly', 'HEAD', 408, undefined, true],
  ['a restarting server', 'HEAD', 503, undefined, true],
  ['bytes that another tab sends', 'PATCH', 409, 'CONFLICT', true],
  ['a question about an upload in another process', 'HEAD', 409, undefined, true],
  ['an interrupted request', 'PATCH', 400, 'BAD_REQUEST', true],
  ['an upload that was published', 'POST', 409, 'CONFLICT', false],
  ['an empty file', 'POST', 400, 'VALIDATION_FAILED', false],
  ['an expired address', 'PATCH', 403, 'ACCESS_DENIED', false],
] as const)('a refusal of %s by %s with %d %s is temporary: %j', (_, method, status, code, isExpected) => {
  expect(isTemporary(new ApiError(status, JSON.stringify({ code })), method)).toBe(isExpected)
})

test.each([
  [503, '{"error":"The disk is full."}', { type: 'delayed', reason: 'The disk is full.' }],
  [503, '<h1>nginx</h1>', { type: 'delayed', reason: 'The server is having problems.' }],
  [409, '{"code":"CONFLICT"}', { type: 'delayed', reason: 'This clip is being uploaded in another tab.' }],
  [403, '{}', { type: 'failed' }],
])('a reply with %d %s during an upload leads to %o', (status, body, event) => {
  const originalResponse = { getStatus: () => status, getBody: () => body }
  const error = Object.assign(new Error(), { originalResponse, originalRequest: { getMethod: () => 'PATCH' } })
  expect(eventOf(error)).toMatchObject(event)
})
