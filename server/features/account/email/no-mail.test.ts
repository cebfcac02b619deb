import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { Account } from '../../../../contract/account/account.ts'
import { issueToken } from '../../../identity/tokens.ts'
import { swapAtOnce } from '../../../test/database/swap-at-once.ts'
import { testApp } from '../../../test/test-app.ts'
import { newPassword, reset, signInWith, tokenFor } from '../recovery/recovery.fixture.ts'
import { workOnEmails } from './send-email.jobs.ts'

const t = testApp()

test('without a mail server, the server enqueues no e-mail and contacts only the database', async () => {
  const ports = new Set<number | undefined>()
  const note = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.once('connect', () => ports.add(socket.remotePort))
  }
  subscribe('net.client.socket', note)
  await workOnEmails(t.deps)
  const { user, caller } = await t.signUp()
  const email = `moved-${user.username}@example.org`
  expect((await caller.put('/api/account/email', { email })).statusCode).toBe(204)
  expect((await caller.post('/api/account/email/verify')).statusCode).toBe(202)
  expect((await t.visitor.post('/api/password-resets', { email })).statusCode).toBe(202)
  const account = (await caller.get('/api/account')).json<Account>()
  expect(account).toMatchObject({ hasMail: false, pendingEmail: null, emailVerifiedAt: null })
  expect((await t.visitor.post('/api/login', { email, password: 'secret1' })).statusCode).toBe(200)
  unsubscribe('net.client.socket', note)

  const { port } = new URL(t.databaseUrl)
  expect([...ports].filter((used) => used !== undefined && String(used) !== port)).toEqual([])
  expect(await t.jobs('send-letter')).toEqual([])
  expect(await t.rows('accountEvents', { userId: user.id })).toMatchObject([{ kind: 'email-changed' }])
})

test('without a mail server, changing to a taken address is refused', async () => {
  const [person, other] = [await t.signUp(), await t.signUp()]
  const taken = await person.caller.put('/api/account/email', { email: other.user.email.toUpperCase() })
  expect([taken.statusCode, taken.json()]).toEqual([409, expect.objectContaining({ code: 'EMAIL_TAKEN' })])
})

test('two people who take each other’s address at once do not deadlock', async () => {
  expect(await swapAtOnce(t, 'email', { first: await t.signUp(), second: await t.signUp() })).toBe(204)
})

test('without a mail server, a change of address replaces a pending change', async () => {
  const { user, caller } = await t.signUp()
  const [pending, wanted] = [`pending-${user.username}@example.org`, `wanted-${user.username}@example.org`]
  // The site had a mail server when this change was requested.
  await t.insert('emailChanges', { userId: user.id, email: pending })
  const token = await issueToken(t.db, 'change-email', { userId: user.id, email: pending })
  expect((await caller.put('/api/account/email', { email: wanted })).statusCode).toBe(204)
  expect((await caller.post('/api/email-tokens', { token })).statusCode).toBe(404)
  expect((await t.visitor.post('/api/login', { email: wanted, password: 'secret1' })).statusCode).toBe(200)
})

test('without a mail server, an operator’s link restores the address after a takeover', async () => {
  const { user, caller } = await t.signUp()
  for (const email of [`thief-${user.username}@example.org`, `thief-2-${user.username}@example.org`]) {
    expect((await caller.put('/api/account/email', { email })).statusCode).toBe(204)
  }
  const token = await tokenFor(t, { user })
  expect((await reset(t, token, newPassword, { wasTakenOver: true })).statusCode).toBe(204)
  expect((await signInWith(t, { user, caller }, newPassword)).statusCode).toBe(200)
})
