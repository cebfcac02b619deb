import { randomUUID } from 'node:crypto'
import type { ErrorReply } from '../../../../contract/errors.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildApp } from '../../../app.ts'
import { callerOf, testApp } from '../../../test/test-app.ts'
import { sendVerification } from '../email-address/request-change.ts'
import { getAccount } from '../settings/account.queries.ts'
import { getCredentialsOf } from './credentials.queries.ts'

const t = testApp()

test('registering signs the person in, and returns no secret', async () => {
  const reply = await t.visitor.post('/api/register', { email: ' New@Example.org ', password: 'secret1' })
  expect(reply.statusCode).toBe(201)
  expect(reply.json()).toMatchObject({ email: 'new@example.org', username: null, displayName: '' })
  expect(reply.body).not.toMatch(/password|argon2/i)

  const [cookie] = reply.cookies
  expect(cookie).toMatchObject({ name: 'reverie', httpOnly: true, sameSite: 'Lax', path: '/' })
  const again = await callerOf(t.app, { reverie: cookie?.value ?? '' }).get('/api/user')
  expect(again.json()).toMatchObject({ email: 'new@example.org' })
})

test('an e-mail address can be registered once, whatever its case', async () => {
  await t.visitor.post('/api/register', { email: 'once@example.org', password: 'secret1' })
  const reply = await t.visitor.post('/api/register', { email: 'ONCE@example.org', password: 'secret1' })
  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toMatchObject({ code: 'EMAIL_TAKEN', message: 'An account with this email already exists' })
})

test('concurrent registrations get account numbers without gaps', async () => {
  const before = await highestNumber()
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      // Every third registration is refused, and must not leave a gap in the account numbers.
      t.visitor.post('/api/register', { email: `crowd${i % 3 === 2 ? 0 : i}@example.org`, password: 'secret1' }),
    ),
  )
  const numbers = replies
    .filter((reply) => reply.statusCode === 201)
    .map((reply) => reply.json<{ userNumber: number }>().userNumber)
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 8 }, (_, i) => before + 1 + i))
})

test('an unknown address and a wrong password get the same reply', async () => {
  await t.visitor.post('/api/register', { email: 'known@example.org', password: 'secret1' })
  const wrong = await t.visitor.post('/api/login', { email: 'known@example.org', password: 'secret2' })
  const unknown = await t.visitor.post('/api/login', { email: 'unknown@example.org', password: 'secret2' })
  expect(wrong.statusCode).toBe(401)
  expect(wrong.json()).toMatchObject({ code: 'INVALID_CREDENTIALS', message: 'Invalid email or password' })
  expect(unknown.body).toBe(wrong.body)
})

test('the slow password comparison also runs for an unknown address', async () => {
  await t.visitor.post('/api/register', { email: 'timed@example.org', password: 'secret1' })
  const compared: (string | undefined)[] = []
  const { passwords } = t.deps
  const match = (hash: string | undefined, password: string) => {
    compared.push(hash)
    return passwords.match(hash, password)
  }
  await using app = await buildApp({ ...t.deps, passwords: { ...passwords, match } })
  for (const email of ['timed@example.org', 'nobody@example.org']) {
    const reply = await callerOf(app).post('/api/login', { email, password: 'secret2' })
    expect(reply.statusCode).toBe(401)
  }
  expect(compared).toEqual([expect.any(String), undefined])
})

test('a password may have six characters, and the address ignores case', async () => {
  const registered = await t.visitor.post('/api/register', { email: 'six@example.org', password: '123456' })
  expect(registered.statusCode).toBe(201)
  const login = await t.visitor.post('/api/login', { email: ' SIX@Example.org ', password: '123456' })
  expect([login.statusCode, login.json<{ email: string }>().email]).toEqual([200, 'six@example.org'])
  // Passwords are not normalised.
  expect((await t.visitor.post('/api/login', { email: 'six@example.org', password: ' 123456' })).statusCode).toBe(401)
})

const highestNumber = async () => (await t.rows('users', {}, 'userNumber')).at(-1)!.userNumber

test('typing the password confirms the session for ten minutes without interrupting concurrent calls', async () => {
  const { user, caller } = await t.signUp()
  const isConfirmed = async () => (await caller.get('/api/account/export')).statusCode === 200
  const setConfirmed = (ago: string) =>
    t.change('sessions', { userId: user.id }, { confirmedAt: sql<string>`now() - ${ago}::interval` })
  await setConfirmed('11 minutes')
  const wrong = await caller.post('/api/account/confirm', { password: 'secret2' })
  expect([wrong.statusCode, wrong.json<ErrorReply>().code]).toEqual([401, 'INVALID_CREDENTIALS'])
  expect(await isConfirmed()).toBe(false)
  const right = await caller.post('/api/account/confirm', { password: 'secret1' })
  expect(right.statusCode).toBe(204)
  expect(await isConfirmed()).toBe(true)
  await setConfirmed('9 minutes')
  expect(await isConfirmed()).toBe(true)
  expect((await caller.get('/api/user')).statusCode).toBe(200)
})

test('a request whose account is deleted meanwhile is answered like that of a visitor', async () => {
  const userId = randomUUID()
  const config = { ...t.deps.config, mail: { url: 'smtp://127.0.0.1:9', from: 'site@example.org' } }
  const lookups = [
    () => getAccount(t.db, { userId, sessionKey: '' }),
    () => getCredentialsOf(t.db, userId),
    () => sendVerification({ ...t.deps, config }, userId),
  ]
  for (const lookup of lookups) await expect(lookup()).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' })
})
