import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Account } from '../../../../contract/account/account.ts'
import type { ErrorReply } from '../../../../contract/errors.ts'
import { buildApp } from '../../../app.ts'
import { endSessions } from '../../../identity/end-sessions.ts'
import { issueToken } from '../../../identity/tokens.ts'
import { givePasskey } from '../../../test/clients/authenticator.ts'
import { requestBehind } from '../../../test/database/request-behind.ts'
import { callerWith, isSignedIn, openStream, signInOn } from '../../../test/clients/devices.ts'
import { callerOf, type Caller, testApp } from '../../../test/test-app.ts'

const t = testApp()

const GOOD = 'a good secret'
const change = (caller: Caller, body: object) => caller.put('/api/account/password', body)
const login = (email: string, password: string) => t.visitor.post('/api/login', { email, password })
const isEasyToGuess = async (caller: Caller) => (await caller.get('/api/account')).json<Account>().isEasyToGuess

const eventsOf = (userId: string) => t.rows('accountEvents', { userId })

/** Skips the time for which a former session id stays valid. */
const passAMoment = (userId: string) =>
  sql`update sessions set expire = now()
    where user_id = ${userId} and expire < now() + interval '1 minute'`.execute(t.db)

test('changing the password signs out other devices and revokes earlier links', async () => {
  const { user, caller } = await t.signUp()
  const other = await signInOn(t, user.email)
  const stream = await openStream(other)
  await issueToken(t.db, 'reset', { userId: user.id })
  const reply = await change(caller, { current: 'secret1', new: GOOD })
  expect([reply.statusCode, reply.body]).toEqual([204, ''])
  await stream.ended
  expect(await isSignedIn(other)).toBe(false)
  expect((await login(user.email, 'secret1')).statusCode).toBe(401)
  expect((await login(user.email, GOOD)).statusCode).toBe(200)
  expect(await t.rows('tokens', { userId: user.id })).toEqual([])
  expect(await eventsOf(user.id)).toMatchObject([{ kind: 'password-changed', detail: null }])
})

test('changing the password renews this device’s session id', async () => {
  const { user, caller } = await t.signUp()
  await sql`update sessions set created_at = '2026-01-02T03:04:05Z' where user_id = ${user.id}`.execute(t.db)
  const stream = await openStream(caller)
  const renewed = callerWith(t, await change(caller, { current: 'secret1', new: GOOD }))
  // The client opens the stream again with the new id.
  await stream.ended
  expect([await isSignedIn(renewed), await isSignedIn(caller)]).toEqual([true, true])
  expect((await caller.delete('/api/account/devices')).json<ErrorReply>().code).toBe('CONFIRM_REQUIRED')
  const { devices } = (await renewed.get('/api/account/devices')).json<{ devices: { createdAt: string }[] }>()
  expect(devices).toMatchObject([{ createdAt: expect.stringContaining('2026-01-02T03:04:05'), isThis: true }])
  await passAMoment(user.id)
  expect([await isSignedIn(renewed), await isSignedIn(caller)]).toEqual([true, false])
})

test.each([
  ['a wrong current password', { current: 'secret2', new: GOOD }, 401, 'INVALID_CREDENTIALS', undefined],
  ['no current password', { new: GOOD }, 400, 'VALIDATION_FAILED', 'current'],
  ['a new password of five characters', { current: 'secret1', new: '12345' }, 400, 'VALIDATION_FAILED', 'new'],
  ['a common new password', { current: 'secret1', new: 'secret123' }, 400, 'VALIDATION_FAILED', 'new'],
])('a password change with %s is refused and changes nothing', async (_, body, status, code, path) => {
  const { user, caller } = await t.signUp()
  const other = await signInOn(t, user.email)
  const reply = await change(caller, body)
  const { issues, ...said } = reply.json<ErrorReply>()
  expect([reply.statusCode, said.code, issues?.[0]?.path]).toEqual([status, code, path])
  expect([await isSignedIn(caller), await isSignedIn(other)]).toEqual([true, true])
  expect((await login(user.email, 'secret1')).statusCode).toBe(200)
  expect(await eventsOf(user.id)).toEqual([])
})

test('the account’s own name is refused as its password', async () => {
  const { user, caller } = await t.signUp()
  const reply = await change(caller, { current: 'secret1', new: `${user.username}!` })
  expect(reply.json<ErrorReply>().issues).toMatchObject([{ path: 'new' }])
})

test('exactly one of twenty concurrent password changes succeeds', async () => {
  const { user, caller } = await t.signUp()
  const secrets = Array.from({ length: 20 }, (_, i) => `a good secret ${i}`)
  const replies = await Promise.all(secrets.map((secret) => change(caller, { current: 'secret1', new: secret })))
  expect(replies.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
  expect(await eventsOf(user.id)).toHaveLength(1)
  const good = secrets[replies.findIndex(({ statusCode }) => statusCode === 204)]!
  expect((await login(user.email, good)).statusCode).toBe(200)
})

test('a session that ends while its password change waits changes nothing', async () => {
  const { user, caller } = await t.signUp()
  const late = () => change(caller, { current: 'secret1', new: GOOD })
  const reply = await requestBehind(t, late, async (tx, untilItWaits) => {
    await sql`select from users where id = ${user.id} for update`.execute(tx)
    await untilItWaits()
    await endSessions(tx, user.id)
  })
  expect(reply.json<ErrorReply>().code).toBe('LOGIN_REQUIRED')
  expect((await login(user.email, 'secret1')).statusCode).toBe(200)
  expect(await eventsOf(user.id)).toEqual([])
})

test('a sign-in with the former password that overlaps the change fails', async () => {
  const { user, caller } = await t.signUp()
  // The password changes after the comparison and before the session starts.
  const changed = Promise.withResolvers<void>()
  const compared = Promise.withResolvers<void>()
  const { passwords } = t.deps
  await using app = await buildApp({
    ...t.deps,
    passwords: {
      ...passwords,
      async match(hash, password) {
        const matches = await passwords.match(hash, password)
        compared.resolve()
        await changed.promise
        return matches
      },
    },
  })
  const late = callerOf(app).post('/api/login', { email: user.email, password: 'secret1' })
  await compared.promise
  await change(caller, { current: 'secret1', new: GOOD })
  changed.resolve()
  const reply = await late
  expect(await isSignedIn(callerWith(t, reply))).toBe(false)
})

test('a session that is saved while the password changes is not signed in', async () => {
  const { user } = await t.signUp()
  const signIn = () => login(user.email, 'secret1')
  const reply = await requestBehind(t, signIn, async (tx, untilItWaits) => {
    await tx.updateTable('users').set({ passwordHash: 'another' }).where('id', '=', user.id).execute()
    await endSessions(tx, user.id)
    await untilItWaits()
  })
  expect(await isSignedIn(callerWith(t, reply))).toBe(false)
})

test('an owner whose password is switched off can set a new one', async () => {
  const { user, caller } = await t.signUp()
  // Without a passkey, the account could still sign in with its password.
  await givePasskey(t.db, user.id)
  await t.change('users', user.id, { passwordSignIn: false })
  const forget = () => sql`update sessions set confirmed_at = '-infinity' where user_id = ${user.id}`.execute(t.db)
  await forget()
  // The former password does not count as a confirmation.
  for (const body of [{ new: GOOD }, { current: 'secret1', new: GOOD }]) {
    expect((await change(caller, body)).json<ErrorReply>().code).toBe('CONFIRM_REQUIRED')
  }
  await sql`update sessions set confirmed_at = now() where user_id = ${user.id}`.execute(t.db)
  expect((await change(caller, { new: GOOD })).statusCode).toBe(204)
  expect((await login(user.email, GOOD)).statusCode).toBe(200)
})

test('an owner with a passkey needs passkey and password to change the password', async () => {
  const { user, caller } = await t.signUp()
  await givePasskey(t.db, user.id)
  await sql`update sessions set confirmed_at = '-infinity' where user_id = ${user.id}`.execute(t.db)
  const body = { current: 'secret1', new: GOOD }
  expect((await change(caller, body)).json<ErrorReply>().code).toBe('CONFIRM_REQUIRED')
  await sql`update sessions set confirmed_at = now() where user_id = ${user.id}`.execute(t.db)
  expect((await change(caller, { new: GOOD })).json<ErrorReply>().issues?.[0]?.path).toBe('current')
  expect((await change(caller, body)).statusCode).toBe(204)
})

test('a user with a common password can sign in, and is warned until they change the password', async () => {
  const { user, caller } = await t.signUp()
  expect(await isEasyToGuess(caller)).toBe(true)
  const elsewhere = await signInOn(t, user.email)
  expect(await isEasyToGuess(elsewhere)).toBe(true)
  const renewed = callerWith(t, await change(caller, { current: 'secret1', new: GOOD }))
  expect(await isEasyToGuess(renewed)).toBe(false)
  expect(await isEasyToGuess(await signInOn(t, user.email, { password: GOOD }))).toBe(false)
})
