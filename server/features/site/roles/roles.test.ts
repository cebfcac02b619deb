import { beforeEach, expect, test } from 'vitest'
import type { OwnUser, Role } from '../../../../contract/account/users.ts'
import { sizeOf } from '../../../test/run-size.ts'
import { type Caller, type Person, refusalOf, testApp } from '../../../test/test-app.ts'
import { issueClaimLink } from './claim-site.ts'

const t = testApp()
beforeEach(() => t.change('users', {}, { role: 'member' }))

async function issueToken(): Promise<string> {
  const link = await issueClaimLink(t.db, 'http://reverie.test')
  return new URL(link).hash.slice(1)
}

const roleOf = async (caller: Caller) => (await caller.get('/api/user')).json<OwnUser>().role
const claim = (caller: Caller, token: string) => caller.post('/api/claims', { token })
const give = (by: Person, to: Person, role: Role) => by.caller.put(`/api/people/${to.user.id}/role`, { role })

async function countAdmins(): Promise<number> {
  const admins = await t.rows('users', { role: 'admin' })
  return admins.length
}

test('the first registration gets no role', async () => {
  expect(await roleOf((await t.signUp()).caller)).toBe('member')
  expect(await countAdmins()).toBe(0)
})

test('only one of fifty concurrent users of an admin link becomes admin', async () => {
  const people = await Promise.all(Array.from({ length: 50 }, () => t.signUp()))
  const token = await issueToken()
  const replies = await Promise.all(people.map(({ caller }) => claim(caller, token)))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(replies.filter(({ statusCode }) => statusCode === 404)).toHaveLength(49)
  expect(await countAdmins()).toBe(1)
  const again = await claim((await t.signUp()).caller, token)
  expect(again.json()).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('npm run admin') })
})

test('an admin link stays valid after views and refused attempts', async () => {
  const token = await issueToken()
  for (let i = 0; i < 10; i++) {
    await t.visitor.get(`/claim?token=${token}`)
    expect((await t.visitor.get(`/api/claims?token=${token}`)).statusCode).toBe(405)
  }
  expect((await claim(t.visitor, token)).statusCode).toBe(401)
  const bad = await t.signUp({ hiddenFor: ['suspension'], isHidden: true })
  expect((await claim(bad.caller, token)).json()).toMatchObject({ code: 'ACCOUNT_RESTRICTED' })
  expect((await claim((await t.signUp()).caller, token)).statusCode).toBe(200)
})

test('an admin link expires after an hour or with a newer link', async () => {
  const { caller } = await t.signUp()
  const old = await issueToken()
  const late = await issueToken()
  expect((await claim(caller, old)).statusCode).toBe(404)
  const { expiresAt } = await t.row('tokens', {})
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / 60_000)).toBe(60)
  await t.change('tokens', {}, { expiresAt: new Date(Date.now() - 1).toISOString() })
  expect((await claim(caller, late)).statusCode).toBe(404)
  expect(await roleOf(caller)).toBe('member')
})

test('admins give and revoke roles, which apply to the next request', async () => {
  const [admin, person] = [await t.signUp({ role: 'admin' }), await t.signUp()]
  expect((await give(admin, person, 'moderator')).json()).toEqual({ role: 'moderator' })
  expect(await roleOf(person.caller)).toBe('moderator')
  expect((await give(person, admin, 'member')).json()).toMatchObject({ code: 'ACCESS_DENIED' })
  await give(admin, person, 'admin')
  expect((await give(person, admin, 'member')).statusCode).toBe(200)
  expect((await give(admin, person, 'member')).json()).toMatchObject({ code: 'ACCESS_DENIED' })
  const log = await t.rows('staffLog', { act: 'change-role' }, 'id')
  expect(log.slice(-3).map(({ actorId, subject }) => ({ actorId, subject }))).toEqual([
    { actorId: admin.user.id, subject: { personId: person.user.id, from: 'member', to: 'moderator' } },
    { actorId: admin.user.id, subject: { personId: person.user.id, from: 'moderator', to: 'admin' } },
    { actorId: person.user.id, subject: { personId: admin.user.id, from: 'admin', to: 'member' } },
  ])
})

test('the last admin who can act cannot lose the role', async () => {
  const [admin, other] = [await t.signUp({ role: 'admin' }), await t.signUp({ role: 'admin' })]
  await t.change('users', other.user.id, { restrictedUntil: 'infinity' })
  const refused = await give(admin, admin, 'moderator')
  expect(refusalOf(refused)).toEqual([409, 'There is no other admin. Make someone else an admin first.'])
  expect((await give(admin, other, 'member')).statusCode).toBe(200)
})

test('samples and accounts under enforcement cannot get a role', async () => {
  const admin = await t.signUp({ role: 'admin' })
  const [sample, bad, waiting] = [await t.signUp(), await t.signUp(), await t.signUp()]
  const set = (person: Person, columns: object) => t.change('users', person.user.id, columns)
  await set(sample, { isSample: true, userNumber: -1 })
  await set(bad, { restrictedUntil: 'infinity' })
  await set(waiting, { waitingSince: '2026-01-01T00:00:00Z' })
  expect((await give(admin, sample, 'moderator')).statusCode).toBe(409)
  expect((await give(admin, bad, 'admin')).json()).toMatchObject({
    message: 'This account is restricted. Lift that first.',
  })
  expect((await waiting.caller.get('/api/user')).json()).toMatchObject({ standing: 'waiting' })
  await give(admin, waiting, 'moderator')
  expect((await waiting.caller.get('/api/user')).json()).toMatchObject({ standing: 'active', role: 'moderator' })
})

test('three admins who demote each other concurrently leave at least one admin', async () => {
  const trio = await Promise.all(Array.from({ length: 3 }, () => t.signUp({ role: 'admin' })))
  for (let round = 0; round < sizeOf({ quick: 20, deep: 100 }); round++) {
    for (const { user } of trio) await t.change('users', user.id, { role: 'admin' })
    const replies = await Promise.all(trio.map((admin, i) => give(admin, trio[(i + 1) % 3]!, 'member')))
    expect(await countAdmins()).toBeGreaterThan(0)
    expect(replies.every(({ statusCode }) => [200, 403, 409].includes(statusCode))).toBe(true)
  }
})
