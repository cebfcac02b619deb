import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Role } from '../../../../contract/account/users.ts'
import type { Db } from '../../../db/connect.ts'
import { appOfTest, testApp, type Person } from '../../../test/test-app.ts'
import { waitingForLocks } from '../../../test/database/waiting-for-locks.ts'
import { callerWith, isSignedIn } from '../../../test/clients/devices.ts'
import { linkFor, newPassword, reset, signInWith, tokenFor, visible } from './recovery.fixture.ts'
import { makeResetLink } from './reset-link.ts'

const t = testApp()

async function codesOf({ caller }: Person): Promise<string[]> {
  return (await caller.post('/api/account/recovery-codes')).json<{ codes: string[] }>().codes
}

const recover = (email: string, code: string, password = newPassword) =>
  t.visitor.post('/api/recoveries', { email, code, password })

const eventsOf = async ({ user }: Person) => {
  const rows = await t.rows('accountEvents', { userId: user.id }, 'at')
  return rows.map(({ kind }) => kind)
}

test('ten recovery codes of 120 bits are shown once and stored as hashes', async () => {
  const person = await t.signUp()
  const codes = await codesOf(person)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/)
  const rows = await t.rows('recoveryCodes', { userId: person.user.id })
  expect(rows.map(({ hash }) => hash.length)).toEqual(codes.map(() => 32))
  expect((await person.caller.get('/api/account')).json()).toMatchObject({ recoveryCodesLeft: 10 })
  expect(await eventsOf(person)).toEqual(['recovery-codes-made'])
})

test('a recovery code works once, even if used concurrently, sets a new password, and ends other sessions', async () => {
  const person = await t.signUp()
  const [code = ''] = await codesOf(person)
  const link = await tokenFor(t, person, { ofConsole: false })

  const replies = await Promise.all(Array.from({ length: 20 }, () => recover(person.user.email, code)))
  const [back, ...others] = replies.toSorted((a, b) => a.statusCode - b.statusCode)
  expect(others.map(({ statusCode }) => statusCode)).toEqual(Array<number>(19).fill(401))
  expect(back!.json()).toMatchObject({ id: person.user.id })
  expect(await isSignedIn(callerWith(t, back!))).toBe(true)
  expect(await t.rows('sessions', { userId: person.user.id })).toMatchObject([{ method: 'recovery-code' }])
  expect(await isSignedIn(person.caller)).toBe(false)
  expect((await signInWith(t, person, 'secret1')).statusCode).toBe(401)
  expect((await signInWith(t, person, newPassword)).statusCode).toBe(200)
  // The new password also revokes a link that an admin made earlier.
  expect((await reset(t, link)).statusCode).toBe(404)
  expect((await recover(person.user.email, code)).json()).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  expect(await eventsOf(person)).toEqual(['recovery-codes-made', 'reset-link-by-admin', 'recovery-code-used'])
})

test('a new set of recovery codes revokes the former one', async () => {
  const person = await t.signUp()
  const [old = ''] = await codesOf(person)
  const sets = await Promise.all([codesOf(person), codesOf(person), codesOf(person)])
  expect((await recover(person.user.email, old)).statusCode).toBe(401)
  expect((await person.caller.get('/api/account')).json()).toMatchObject({ recoveryCodesLeft: 10 })
  const replies = []
  for (const [code = ''] of sets) replies.push(await recover(person.user.email, code))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('a recovery code is accepted in every spelling', async () => {
  const { id, email } = (await t.signUp()).user
  const issued = '0011-23ab-cdef-ghjk-mnpq-rstv'
  for (const typed of [issued, 'OOIL 23AB CDEF GHJK MNPQ RSTV ', '00l123abcdefghjkmnpqrstv']) {
    const hash = createHash('sha256').update(issued.replaceAll('-', '')).digest()
    await t.insert('recoveryCodes', { hash, userId: id })
    expect((await recover(email.toUpperCase(), typed)).statusCode).toBe(200)
  }
})

test('a wrong recovery code gets the same reply for known and unknown addresses', async () => {
  const [person, other] = [await t.signUp(), await t.signUp()]
  const [[code = ''], [foreign = '']] = [await codesOf(person), await codesOf(other)]
  const unknown = visible(await recover('nobody@example.org', code))
  expect(unknown.statusCode).toBe(401)
  expect(visible(await recover(person.user.email, '0000-0000-0000-0000-0000-0000'))).toEqual(unknown)
  expect(visible(await recover(person.user.email, foreign))).toEqual(unknown)
  expect((await recover(other.user.email, foreign)).statusCode).toBe(200)
})

test('a common new password is refused and does not consume the recovery code', async () => {
  const person = await t.signUp()
  const [code = ''] = await codesOf(person)
  const token = await tokenFor(t, person)
  const username = 'keeperofkettles'
  await t.change('users', person.user.id, { username })
  for (const common of ['password1', username]) {
    for (const reply of [await recover(person.user.email, code, common), await reset(t, token, common)]) {
      expect(reply.json()).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'password' }] })
    }
  }
  expect((await reset(t, token)).statusCode).toBe(204)
  expect((await recover(person.user.email, code, 'amber teapots')).statusCode).toBe(200)
})

test('recoveries and sign-ins share one limit, to which common new passwords do not count', async () => {
  const limited = await appOfTest({ rateLimits: true })
  const person = await limited.signUp()
  const { email } = person.user
  const [code = ''] = await codesOf(person)
  for (let i = 0; i < 21; i++) {
    const reply = await limited.visitor.post('/api/recoveries', { email, code, password: `${person.user.username}!` })
    expect(reply.json()).toMatchObject({ code: 'VALIDATION_FAILED' })
  }
  for (let i = 0; i < 10; i++) {
    await limited.visitor.post('/api/login', { email, password: 'wrong' })
    await limited.visitor.post('/api/recoveries', { email, code: 'wrong', password: newPassword })
  }
  const reply = await limited.visitor.post('/api/recoveries', { email, code: 'wrong', password: newPassword })
  expect(reply.json()).toMatchObject({ code: 'RATE_LIMITED' })
})

test('an admin’s reset link sets a new password without signing in', async () => {
  const [admin, person] = [await t.signUp({ role: 'admin' }), await t.signUp()]
  const made = await linkFor(admin, person)
  expect([made.statusCode, made.json()]).toEqual([
    201,
    { link: expect.stringMatching(/^http:\/\/reverie\.test\/auth\/reset#[\w-]{43}$/) },
  ])
  const reply = await reset(t, new URL(made.json<{ link: string }>().link).hash.slice(1))
  expect([reply.statusCode, reply.cookies]).toEqual([204, []])
  expect(await isSignedIn(person.caller)).toBe(false)
  expect((await signInWith(t, person, newPassword)).statusCode).toBe(200)
  expect(await eventsOf(person)).toEqual(['reset-link-by-admin', 'password-reset'])
  const line = { act: 'reset-link', actorId: admin.user.id, subject: { personId: person.user.id } }
  expect((await t.rows('staffLog', {}, 'id')).at(-1)).toMatchObject(line)
})

test('staff cannot create reset links for samples or higher roles', async () => {
  const [admin, other, person] = [
    await t.signUp({ role: 'admin' }),
    await t.signUp({ role: 'admin' }),
    await t.signUp(),
  ]
  const setUp = (who: Person, columns: object) => t.change('users', who.user.id, columns)
  await setUp(person, { isSample: true, userNumber: -1 })
  expect((await linkFor(admin, person)).json()).toMatchObject({ code: 'CONFLICT' })
  await setUp(person, { isSample: false, userNumber: person.user.userNumber })
  expect((await linkFor(admin, other)).statusCode).toBe(201)

  await setUp(admin, { role: 'moderator' })
  await expect(makeResetLink(t.deps, admin.user.id, other.user.id)).rejects.toMatchObject({ code: 'ACCESS_DENIED' })
  await expect(makeResetLink(t.deps, admin.user.id, person.user.id)).resolves.toMatch('#')
})

test('a reset link waits for a change of the account at the same moment', async () => {
  const [actor, person] = [await t.signUp({ role: 'moderator' }), await t.signUp()]
  const link = async (change: (tx: Db) => Promise<unknown>) => {
    const result = await t.db.transaction().execute(async (tx) => {
      await change(tx)
      const made = makeResetLink(t.deps, actor.user.id, person.user.id).catch((error: unknown) => error)
      await expect.poll(() => waitingForLocks(t.db)).toBe(1)
      return { made }
    })
    return result.made
  }
  const giveRole =
    ({ user }: Person, role: Role) =>
    (tx: Db) =>
      tx.updateTable('users').set({ role }).where('id', '=', user.id).execute()
  expect(await link(giveRole(person, 'admin'))).toMatchObject({ code: 'ACCESS_DENIED' })
  await giveRole(person, 'moderator')(t.db)
  expect(await link(giveRole(actor, 'member'))).toMatchObject({ code: 'ACCESS_DENIED' })
  await giveRole(actor, 'moderator')(t.db)
  const remove = (tx: Db) => tx.deleteFrom('users').where('id', '=', person.user.id).execute()
  expect(await link(remove)).toMatchObject({ code: 'NOT_FOUND' })
})
