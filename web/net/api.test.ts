import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getOwnUser, logout } from '../../contract/account/session.ts'
import { ApiError } from './api-error.ts'
import { call, setIdentityPrompt, setRefusalHandler } from './api.ts'

/** The responses of the network, in order. */
let replies: [status: number, body: object][]
let asked = 0

beforeEach(() => {
  asked = 0
  vi.stubGlobal('fetch', () => {
    const [status, body] = replies.shift() ?? [500, {}]
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
})
afterEach(() => vi.unstubAllGlobals())

function confirmWith(answer: boolean): void {
  setIdentityPrompt(() => {
    asked++
    return Promise.resolve(answer)
  })
}

const refusal: [number, object] = [403, { code: 'CONFIRM_REQUIRED', message: 'Please enter your password again.' }]

test('a call that needs the password prompts for it and is repeated', async () => {
  confirmWith(true)
  replies = [refusal, [201, { done: true }]]
  expect(await call(logout)).toEqual({ done: true })
  expect(asked).toBe(1)
})

test('a call prompts for the password once, and fails if the user cancels', async () => {
  confirmWith(true)
  replies = [refusal, refusal, [201, {}]]
  await expect(call(logout)).rejects.toMatchObject({ code: 'CONFIRM_REQUIRED' })
  expect(asked).toBe(1)

  confirmWith(false)
  replies = [refusal, [201, {}]]
  await expect(call(logout)).rejects.toBeInstanceOf(ApiError)
  expect(replies).toHaveLength(1)
})

test('other refusals do not prompt for the password', async () => {
  confirmWith(true)
  replies = [[403, { code: 'ACCESS_DENIED' }]]
  await expect(call(logout)).rejects.toMatchObject({ code: 'ACCESS_DENIED' })
  expect(asked).toBe(0)
})

test('a refused call is reported unless the page made the call itself', async () => {
  const told: unknown[] = []
  setRefusalHandler(({ code }, refused) => told.push([refused, code]))
  replies = Array.from({ length: 3 }, () => [401, { code: 'LOGIN_REQUIRED' }])
  await expect(call(logout, {}, { isBackground: true })).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' })
  expect(told).toEqual([])
  await expect(call(logout)).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' })
  await expect(call(getOwnUser)).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' })
  expect(told).toEqual([
    ['change', 'LOGIN_REQUIRED'],
    ['read', 'LOGIN_REQUIRED'],
  ])
})

test('an error explains a proxy’s size limit, or quotes the server’s message', () => {
  const byProxy = new ApiError(413, '<html>413 Request Entity Too Large</html>')
  expect(byProxy.isProxyLimit).toBe(true)
  expect(byProxy.sentence).toBe(
    'A proxy in front of this site rejects requests of this size (error 413). The site’s operator can raise its limit (in nginx: client_max_body_size).',
  )
  const byServer = new ApiError(413, JSON.stringify({ code: 'TOO_LARGE', message: 'At most 5 GB.' }))
  expect([byServer.isProxyLimit, byServer.sentence]).toEqual([false, 'At most 5 GB.'])
})
