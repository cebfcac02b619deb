import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Device } from '../../../../contract/account/devices.ts'
import type { ErrorReply } from '../../../../contract/errors.ts'
import { buildApp } from '../../../app.ts'
import { isSignedIn, openStream, signInOn } from '../../../test/clients/devices.ts'
import { type Caller, testApp } from '../../../test/test-app.ts'

const t = testApp()

const devicesOf = async (caller: Caller) =>
  (await caller.get('/api/account/devices')).json<{ devices: Device[] }>().devices

const linux = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'

test('devices are listed with their browser and last use, without secrets or locations', async () => {
  const { user, caller } = await t.signUp()
  const laptop = await signInOn(t, user.email, { userAgent: linux })
  await sql`update sessions set used_at = now() - interval '2 days'
    where user_id = ${user.id} and browser is null`.execute(t.db)
  await signInOn(t, user.email, { userAgent: '<script>'.repeat(99) })
  const devices = await devicesOf(caller)
  expect(devices.map(({ browser, isThis }) => [browser, isThis])).toEqual([
    [null, true],
    [null, false],
    ['Firefox on Linux', false],
  ])
  expect((await devicesOf(laptop)).map(({ isThis }) => isThis)).toEqual([true, false, false])
  const fields = ['browser', 'createdAt', 'id', 'isThis', 'method', 'usedAt']
  expect(Object.keys(devices[0]!).toSorted()).toEqual(fields)
  const { rows } = await sql`select * from sessions where user_id = ${user.id}`.execute(t.db)
  expect(JSON.stringify(rows)).not.toContain('127.0.0.1')
})

test('a signed-out device gets 401 at its next call', async () => {
  const { user, caller } = await t.signUp()
  const [lost, other] = [await signInOn(t, user.email, { userAgent: linux }), await signInOn(t, user.email)]
  const stream = await openStream(lost)
  const { id } = (await devicesOf(caller)).find(({ browser }) => browser !== null)!
  expect((await caller.delete(`/api/account/devices/${id}`)).statusCode).toBe(204)
  await stream.ended
  expect([await isSignedIn(lost), await isSignedIn(other), await isSignedIn(caller)]).toEqual([false, true, true])
  expect((await caller.delete(`/api/account/devices/${id}`)).json<ErrorReply>().code).toBe('NOT_FOUND')
})

test('all other devices are signed out at once', async () => {
  const { user, caller } = await t.signUp()
  const others = await Promise.all([signInOn(t, user.email), signInOn(t, user.email), signInOn(t, user.email)])
  const streams = await Promise.all(others.map(openStream))
  const mine = await openStream(caller)
  expect((await caller.delete('/api/account/devices')).statusCode).toBe(204)
  await Promise.all(streams.map(({ ended }) => ended))
  expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false, false])
  expect((await devicesOf(caller)).map(({ isThis }) => isThis)).toEqual([true])
  const isOpen = Symbol('open')
  expect(await Promise.race([mine.ended, isSignedIn(caller).then(() => isOpen)])).toBe(isOpen)
})

test('beyond fifty devices the least recently used one is signed out', async () => {
  const { user, caller } = await t.signUp()
  const second = await signInOn(t, user.email)
  await sql`update sessions set used_at = now() - interval '1 day' where user_id = ${user.id}`.execute(t.db)
  const first = await openStream(caller)
  const many = await Promise.all(Array.from({ length: 49 }, () => signInOn(t, user.email)))
  expect(await isSignedIn(second)).toBe(true)
  await Promise.all(Array.from({ length: 9 }, () => signInOn(t, user.email)))
  // Concurrent sign-ins may exceed the maximum until the next one.
  await signInOn(t, user.email)
  await first.ended
  expect([await isSignedIn(caller), await isSignedIn(second)]).toEqual([false, false])
  expect(await t.rows('sessions', { userId: user.id })).toHaveLength(50)
  expect((await Promise.all(many.map(isSignedIn))).filter(Boolean).length).toBeGreaterThanOrEqual(40)
})

test('the last use of a session is recorded at most every five minutes', async () => {
  const { user, caller } = await t.signUp()
  const usedBefore = async () => {
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from now() - used_at) / 60)::int as minutes from sessions
      where user_id = ${user.id} order by created_at`.execute(t.db)
    return rows.map(({ minutes }) => minutes)
  }
  await signInOn(t, user.email)
  const setBack = (minutes: number) =>
    sql`update sessions set used_at = now() - ${minutes} * interval '1 minute' where user_id = ${user.id}`.execute(t.db)
  const use = async () => {
    // Pending records are written when a process ends.
    await using app = await buildApp(t.deps)
    await app.inject({ url: '/api/user', headers: { cookie: caller.cookie } })
  }
  await setBack(4)
  await use()
  expect(await usedBefore()).toEqual([4, 4])
  await setBack(6)
  await use()
  expect(await usedBefore()).toEqual([0, 6])
})
