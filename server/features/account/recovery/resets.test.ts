import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { issueResetLink } from '../../../identity/tokens.ts'
import { createLogger } from '../../../setup/logger.ts'
import { givePasskey } from '../../../test/clients/authenticator.ts'
import { openStream, signInOn } from '../../../test/clients/devices.ts'
import { buildApp } from '../../../app.ts'
import { callerOf, type Person, testApp } from '../../../test/test-app.ts'
import { writeEmail } from '../email/write-email.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { newPassword, reset, signInWith, tokenFor } from './recovery.fixture.ts'

const t = testApp()

const setUser = ({ user }: Person, columns: object) => t.change('users', user.id, columns)

/** Returns the token of an e-mail to the account's present address. */
async function tokenOfEmail({ user: { id, email } }: Person): Promise<string> {
  const link = await t.db
    .transaction()
    .execute((tx) => issueResetLink(tx, 'http://reverie.test', { userId: id, email }))
  return new URL(link).hash.slice(1)
}

const check = (token: string) => t.visitor.post('/api/password-resets/check', { token })

test('a reset link works once, however often it is opened or used concurrently', async () => {
  const person = await t.signUp()
  const token = await tokenFor(t, person)
  for (let i = 0; i < 10; i++) {
    expect((await t.visitor.get(`/auth/reset?token=${token}`)).statusCode).toBe(200)
    expect((await check(token)).statusCode).toBe(204)
  }
  const tries = Array.from({ length: 50 }, (_, i) => `violet teapots ${i}`)
  const replies = await Promise.all(tries.map((password) => reset(t, token, password)))
  const set = tries.filter((_, i) => replies[i]!.statusCode === 204)
  expect(set).toHaveLength(1)
  expect(replies.filter(({ statusCode }) => statusCode === 404)).toHaveLength(49)
  expect((await signInWith(t, person, set[0]!)).statusCode).toBe(200)
  for (const reply of [await reset(t, token), await check(token)])
    expect(reply.json()).toMatchObject({ code: 'NOT_FOUND' })
})

test('a newer reset link revokes older ones of its origin only, even if issued concurrently', async () => {
  const person = await t.signUp()
  const origins = [
    () => tokenOfEmail(person),
    () => tokenFor(t, person, { ofConsole: false }),
    () => tokenFor(t, person, { ofConsole: true }),
  ]
  for (const issue of origins) {
    const [older, newer] = [await issue(), await issue()]
    for (const other of origins) if (other !== issue) await other()
    expect((await reset(t, older)).statusCode).toBe(404)
    expect((await reset(t, newer)).statusCode).toBe(204)
  }
  const many = await Promise.all(Array.from({ length: 12 }, () => tokenOfEmail(person)))
  const replies = []
  for (const token of many) replies.push((await reset(t, token)).statusCode)
  expect(replies.filter((status) => status === 204)).toHaveLength(1)
})

test.each([false, true])(
  'an admin’s link and the use of an e-mailed one (after a takeover: %s) keep an operator’s link valid',
  async (wasTakenOver) => {
    const person = await t.signUp()
    const token = await tokenFor(t, person)
    await tokenFor(t, person, { ofConsole: false })
    const mailed = await tokenOfEmail(person)
    expect((await reset(t, mailed, 'stolen teapots', { wasTakenOver })).statusCode).toBe(204)
    expect((await reset(t, mailed)).statusCode).toBe(404)
    expect((await reset(t, token)).statusCode).toBe(204)
  },
)

test('a reset link expires with time, a new password or a new address', async () => {
  const person = await t.signUp()
  const late = await tokenFor(t, person)
  const { expiresAt, madeAt } = await t.row('tokens', { userId: person.user.id })
  expect(Date.parse(expiresAt) - Date.parse(madeAt)).toBe(30 * 60_000)
  await t.change('tokens', { userId: person.user.id }, { expiresAt: new Date(Date.now() - 1).toISOString() })
  expect((await reset(t, late)).statusCode).toBe(404)

  const before = await tokenFor(t, person, { ofConsole: false })
  const [code = ''] = await makeRecoveryCodes(t.deps, person.user.id)
  await t.visitor.post('/api/recoveries', { email: person.user.email, code, password: 'amber teapots' })
  expect((await reset(t, before)).statusCode).toBe(404)

  const elsewhere = await tokenOfEmail(person)
  await setUser(person, { email: `moved-${person.user.email}` })
  expect((await reset(t, elsewhere)).statusCode).toBe(404)
  // A link that an admin hands over is not bound to an address.
  const byHand = await tokenFor(t, person)
  await setUser(person, { email: `again-${person.user.email}` })
  expect((await reset(t, byHand)).statusCode).toBe(204)
})

test('an account whose deletion is due gets no reset link and no new password', async () => {
  const person = await t.signUp()
  const token = await tokenFor(t, person)
  const [code = ''] = await makeRecoveryCodes(t.deps, person.user.id)
  await setUser(person, { deleteAfter: sql`now()`, hiddenFor: ['deletion'], isHidden: true })
  expect((await reset(t, token)).statusCode).toBe(404)
  const { email } = person.user
  const recovered = await t.visitor.post('/api/recoveries', { email, code, password: newPassword })
  expect(recovered.json()).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  expect(await writeEmail(t.db, 'http://reverie.test', { kind: 'password-reset', email })).toBeUndefined()
})

test('a new password revokes every e-mailed link except the undo link', async () => {
  const person = await t.signUp()
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const purposes = ['verify', 'change-email', 'undo-email'] as const
  for (const purpose of purposes) {
    const hash = Buffer.from(purpose + person.user.id)
    await t.insert('tokens', { hash, userId: person.user.id, purpose, expiresAt })
  }
  await reset(t, await tokenFor(t, person))
  expect(await t.rows('tokens', { userId: person.user.id })).toMatchObject([{ purpose: 'undo-email' }])
})

test('an account that signs in only with passkeys needs a recovery code', async () => {
  const person = await t.signUp()
  const [code = ''] = await makeRecoveryCodes(t.deps, person.user.id)
  // The change could be undone for a week.
  await sql`update account_events set at = now() - interval '8 days' where user_id = ${person.user.id}`.execute(t.db)
  await setUser(person, { passwordSignIn: false })
  for (const draw of [() => tokenFor(t, person, { ofConsole: false }), () => tokenOfEmail(person)]) {
    const token = await draw()
    expect((await reset(t, token)).json()).toMatchObject({ code: 'RECOVERY_CODE_REQUIRED' })
    expect((await reset(t, token, newPassword, { code: 'wrong' })).json()).toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
  }
  const token = await tokenOfEmail(person)
  expect((await reset(t, token, newPassword, { code })).statusCode).toBe(204)
  expect((await signInWith(t, person, newPassword)).statusCode).toBe(200)
  expect(
    (await t.visitor.post('/api/recoveries', { email: person.user.email, code, password: newPassword })).statusCode,
  ).toBe(401)

  await setUser(person, { passwordSignIn: false })
  // Without a passkey, the account could still sign in with its password.
  await givePasskey(t.db, person.user.id)
  expect((await reset(t, await tokenFor(t, person, { ofConsole: true }), 'amber teapots')).statusCode).toBe(204)
  expect((await signInWith(t, person, 'amber teapots')).statusCode).toBe(200)
})

test('a password reset closes open event streams', async () => {
  const person = await t.signUp()
  // Stops the heartbeat, which checks the session and would close the stream as well.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await using app = await buildApp(t.deps)
  const { ended } = await openStream(await signInOn({ app }, person.user.email))
  await reset(t, await tokenFor(t, person))
  await expect(ended).resolves.toEqual(expect.any(String))
})

test('reset tokens and recovery codes appear in no log line or table', async () => {
  const lines: string[] = []
  const log = createLogger({ level: 'trace', output: { write: (line) => lines.push(line) } })
  await using own = await buildApp(t.deps, { log, accessLog: true })
  const caller = callerOf(own)
  const person = await t.signUp()
  const { email } = person.user
  const [code = '', unused = ''] = await makeRecoveryCodes(t.deps, person.user.id)
  const token = await tokenFor(t, person)
  // Tables show bytes in hexadecimal.
  const bytes = Buffer.from(token, 'base64url').toString('hex')
  const later = ['canary teapots', token, bytes, code, unused, code.replaceAll('-', ''), unused.replaceAll('-', '')]
  const before = await dump()
  await caller.get(`/auth/reset?${token}`)
  await caller.put('/api/password-resets', { token, password: 'canary teapots', unknown: 1 })
  await caller.put('/api/password-resets', { token, password: 'canary teapots' })
  await caller.put('/api/password-resets', { token, password: 'canary teapots' })
  await caller.post('/api/recoveries', { email, code: unused, password: 'short' })
  await caller.post('/api/recoveries', { email, code, password: 'canary teapots' })
  expect(lines.length).toBeGreaterThan(4)
  const kept = before + (await dump()) + lines.join('\n')
  // This proves that the search looks in the right places.
  expect(kept).toContain(person.user.id)
  expect(later.filter((canary) => kept.includes(canary))).toEqual([])
})

/** Returns every table of the database and the queue as text. */
async function dump(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss')`.execute(t.db)
  const texts = []
  for (const { name } of rows) {
    const { rows: found } = await sql<{ text: string | null }>`
      select string_agg(row::text, ' ') as text from ${sql.raw(name)} as row`.execute(t.db)
    texts.push(found[0]?.text ?? '')
  }
  return texts.join('\n')
}
