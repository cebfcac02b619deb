import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { startTestApp, type TestApp } from '../../test/test-app.ts'
import { createRateLimits, deleteExpiredLimits } from './rate-limits.ts'

/** Limits per minute, as in `limit-rules.ts`. */
const PER_ACCOUNT = 300
const PER_ADDRESS = 1_200

let t: TestApp
/** Another process of the same site. */
let other: FastifyInstance

beforeAll(async () => {
  // Stops the clock. On a slow machine, the minute of a limit might otherwise end before the test reaches the limit.
  vi.useFakeTimers({ toFake: ['Date'] })
  t = await startTestApp({ rateLimits: true })
  other = await buildApp({ ...t.deps, limits: createRateLimits(t.db) })
})
afterAll(async () => {
  await other.close()
  await t.stop()
  vi.useRealTimers()
})

const AT_ONCE = 20

/** A change that is refused immediately. */
const change = { method: 'POST', url: '/api/login', payload: {} } as const

/** Sends only a few requests at once, so that the number of waiting queries does not depend on the machine. */
async function statuses(count: number, send: (i: number) => Promise<{ statusCode: number }>): Promise<number[]> {
  const seen = new Set<number>()
  for (let first = 0; first < count; first += AT_ONCE) {
    const length = Math.min(AT_ONCE, count - first)
    const replies = await Promise.all(Array.from({ length }, (_, i) => send(first + i)))
    for (const { statusCode } of replies) seen.add(statusCode)
  }
  return [...seen]
}

test('all processes share one limit on changes per minute from an address, and reads have no limit', async () => {
  const remoteAddress = '198.51.100.1'
  const { caller } = await t.signUp()
  const send = (i: number) => (i % 2 ? other : t.app).inject({ ...change, remoteAddress })
  expect(await statuses(PER_ADDRESS, send)).toEqual([400])
  const refused = await t.app.inject({ ...change, remoteAddress })
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'RATE_LIMITED'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect((await other.inject({ ...change, remoteAddress })).statusCode).toBe(429)
  expect((await caller.inject({ ...change, remoteAddress })).statusCode).toBe(429)
  expect((await t.app.inject({ method: 'GET', url: '/api/videos', remoteAddress })).statusCode).toBe(200)
  expect((await caller.inject({ ...change, remoteAddress: '198.51.100.2' })).statusCode).toBe(400)
})

test('all addresses of an IPv6 /64 count as one', async () => {
  const send = (i: number) => t.app.inject({ ...change, remoteAddress: `2001:db8:1:2::${i.toString(16)}` })
  expect(await statuses(PER_ADDRESS, send)).toEqual([400])
  expect((await send(PER_ADDRESS + 1)).statusCode).toBe(429)
  expect((await t.app.inject({ ...change, remoteAddress: '2001:db8:1:3::1' })).statusCode).toBe(400)
})

test('an account has one limit on changes per minute, whatever address it uses', async () => {
  const { caller } = await t.signUp()
  const send = (i: number) => caller.inject({ ...change, remoteAddress: `203.0.113.${i % 250}` })
  expect(await statuses(PER_ACCOUNT, send)).toEqual([400])
  expect((await send(1)).statusCode).toBe(429)
  expect((await t.app.inject({ ...change, remoteAddress: '203.0.113.1' })).statusCode).toBe(400)
  const { caller: somebodyElse } = await t.signUp()
  expect((await somebodyElse.inject({ ...change, remoteAddress: '203.0.113.1' })).statusCode).toBe(400)
})

test('an account can retry videos twenty times an hour in total', async () => {
  const [{ caller }, { caller: somebodyElse }] = [await t.signUp(), await t.signUp()]
  const retry = () => caller.post(`/api/videos/${randomUUID()}/retry`)
  expect(await statuses(20, retry)).toEqual([404])
  expect((await retry()).statusCode).toBe(429)
  expect((await somebodyElse.post(`/api/videos/${randomUUID()}/retry`)).statusCode).toBe(404)
})

test('a limit ends with its period and leaves no row in the database', async () => {
  const remoteAddress = '198.51.100.3'
  await t.app.inject({ ...change, remoteAddress })
  await t.db.updateTable('rateLimits').set({ points: PER_ADDRESS }).where('key', 'like', `%${remoteAddress}`).execute()
  // The third process has received none of these requests, but reads their count from the database.
  await using third = await buildApp({ ...t.deps, limits: createRateLimits(t.db) })
  expect((await third.inject({ ...change, remoteAddress })).statusCode).toBe(429)
  await t.change('rateLimits', {}, { expire: Date.now() - 1 })
  expect((await t.app.inject({ ...change, remoteAddress })).statusCode).toBe(400)

  await t.change('rateLimits', {}, { expire: Date.now() - 1 })
  await deleteExpiredLimits(t.db)
  expect(await t.rows('rateLimits')).toEqual([])
})

test('a process whose clock is ahead does not end a limit', async () => {
  // The database's clock was not stopped, and the limit must not end by it.
  vi.setSystemTime(vi.getRealSystemTime())
  await t.app.inject({ ...change, remoteAddress: '198.51.100.4' })
  const limits = () => t.rows('rateLimits')
  const before = await limits()
  expect(before).not.toEqual([])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  await deleteExpiredLimits(t.db)
  expect(await limits()).toEqual(before)
})

test('a limit that was counted while the clock was ahead ends by the clock that was set', async () => {
  vi.setSystemTime(vi.getRealSystemTime())
  const remoteAddress = '198.51.100.5'
  const isLimited = () =>
    t.db.selectFrom('rateLimits').select('key').where('key', 'like', `%${remoteAddress}`).execute()
  vi.useFakeTimers({ toFake: ['Date'], now: vi.getRealSystemTime() + 2 * 60 * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const status = async () => (await t.app.inject({ ...change, remoteAddress })).statusCode
  await status()
  await t.db.updateTable('rateLimits').set({ points: PER_ADDRESS }).where('key', 'like', `%${remoteAddress}`).execute()
  expect(await status()).toBe(429)
  vi.setSystemTime(vi.getRealSystemTime())
  expect(await isLimited()).toHaveLength(1)
  await deleteExpiredLimits(t.db)
  expect(await isLimited()).toEqual([])
  const refused = await t.app.inject({ ...change, remoteAddress })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect(await status()).toBe(400)
})
