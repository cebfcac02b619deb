import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Invitation } from '../../../../contract/account/invitations.ts'
import type { StaffLogLine } from '../../../../contract/site/staff-log.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { callerWith } from '../../../test/clients/devices.ts'
import { type Caller, refusalOf, testApp, testPerson } from '../../../test/test-app.ts'
import { columnsWith, leaveForGood } from '../deletion/deletion.fixture.ts'
import { findDifferences } from '../../site/doctor/find-differences.ts'

const t = testApp()
const admin = testPerson(t, { role: 'admin' })
beforeEach(() => setSite({ registration: 'closed' }))

const INVALID = 'This invitation link is incomplete, used up, expired or revoked. Please ask for a new one.'

const setSite = (settings: object) => admin.caller.patch('/api/site-settings', settings)

interface Created {
  invitation: Invitation
  token: string
}

async function invite(body: object = {}, by: Caller = admin.caller): Promise<Created> {
  const reply = await by.post('/api/invitations', { maxUses: 1, days: 7, ...body })
  expect(reply.statusCode).toBe(201)
  const { link, invitation } = reply.json<{ link: string; invitation: Invitation }>()
  const { origin, pathname, hash } = new URL(link)
  expect(origin + pathname).toBe('http://reverie.test/invite')
  return { invitation, token: hash.slice(1) }
}

const register = (invitation?: string, email = `${randomUUID()}@example.org`) =>
  t.visitor.post('/api/register', { email, password: 'secret1', invitation })

const check = (token: string) => t.visitor.post('/api/invitations/check', { token })

async function find(id: string): Promise<Invitation> {
  const reply = await admin.caller.get('/api/invitations?limit=100')
  return reply.json<{ invitations: Invitation[] }>().invitations.find((each) => each.id === id)!
}

const invitedBy = async (id: string) => {
  const rows = await t.rows('invitedUsers', { invitationId: id })
  return rows.map(({ userId }) => userId)
}

test.each(['closed', 'approval', 'open'])(
  'when registration is %s, an invited account is active at once',
  async (registration) => {
    await setSite({ registration })
    const { token, invitation } = await invite({ note: ' Film club ' })
    expect(invitation).toMatchObject({ note: 'Film club', maxUses: 1, usesCount: 0, state: 'valid' })
    expect((await check(token)).statusCode).toBe(204)
    const reply = await register(token)
    expect([reply.statusCode, reply.json()]).toEqual([201, expect.objectContaining({ standing: 'active' })])
    expect((await callerWith(t, reply).post('/api/objects/upload')).statusCode).toBe(200)
    expect(await find(invitation.id)).toMatchObject({ usesCount: 1, state: 'used-up' })
    expect(await invitedBy(invitation.id)).toEqual([reply.json<OwnUser>().id])
  },
)

test('twenty concurrent registrations with an invitation for three create three accounts', async () => {
  const { token, invitation } = await invite({ maxUses: 3 })
  const before = await t.rows('users')
  const replies = await Promise.all(Array.from({ length: 20 }, () => register(token)))
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3)
  const refused = replies.filter(({ statusCode }) => statusCode !== 201)
  expect(new Set(refused.map(({ json }) => json<{ message: string }>().message))).toEqual(new Set([INVALID]))
  expect(await t.rows('users')).toHaveLength(before.length + 3)
  expect(await invitedBy(invitation.id)).toHaveLength(3)
  expect(await find(invitation.id)).toMatchObject({ usesCount: 3, state: 'used-up' })
})

test('a revocation during registrations leaves as many accounts as it reports', async () => {
  const { token, invitation } = await invite({ maxUses: 50 })
  const [revoked, ...replies] = await Promise.all([
    admin.caller.post(`/api/invitations/${invitation.id}/revocation`),
    ...Array.from({ length: 10 }, () => register(token)),
  ])
  expect(revoked.statusCode).toBe(204)
  const count = replies.filter(({ statusCode }) => statusCode === 201).length
  expect(await invitedBy(invitation.id)).toHaveLength(count)
  expect(await find(invitation.id)).toMatchObject({ usesCount: count, state: 'revoked' })
})

async function refusedToken(kind: string): Promise<string> {
  const { token, invitation } = await invite()
  const set = (columns: object) => t.change('invitations', invitation.id, columns)
  if (kind === 'expired') await set({ expiresAt: sql`now()` })
  if (kind === 'revoked') await admin.caller.post(`/api/invitations/${invitation.id}/revocation`)
  if (kind === 'used-up') await register(token)
  return { unknown: randomUUID(), empty: '', incomplete: token.slice(1) }[kind] ?? token
}

test.each(['expired', 'revoked', 'used-up', 'unknown', 'empty', 'incomplete'])(
  'an invitation that is %s is refused, and no account is created',
  async (kind) => {
    const token = await refusedToken(kind)
    for (const registration of ['closed', 'open']) {
      await setSite({ registration })
      const email = `${randomUUID()}@example.org`
      for (const reply of [await register(token, email), await check(token)]) {
        expect([reply.statusCode, reply.json()]).toMatchObject([404, { code: 'NOT_FOUND', message: INVALID }])
      }
      expect(await t.rows('users', { email })).toEqual([])
    }
  },
)

test('a refused registration does not use the invitation', async () => {
  await setSite({ blockedEmailDomains: ['spam.example'] })
  const { token, invitation } = await invite()
  expect((await register(token, 'a@spam.example')).json()).toMatchObject({ code: 'ACCESS_DENIED' })
  expect((await register(token, admin.user.email)).json()).toMatchObject({ code: 'EMAIL_TAKEN' })
  expect(
    (await t.visitor.post('/api/register', { email: 'x', password: 'secret1', invitation: token })).statusCode,
  ).toBe(400)
  expect(await find(invitation.id)).toMatchObject({ usesCount: 0, state: 'valid' })
  expect((await register(token)).statusCode).toBe(201)
})

test('an invitation without an expiry stays valid', async () => {
  const [first, second] = [await invite({ days: null }), await invite({ days: 1 })]
  expect(first.invitation.expiresAt).toBeNull()
  const day = Date.parse(second.invitation.expiresAt!) - Date.parse(second.invitation.createdAt)
  expect(day).toBe(24 * 60 * 60 * 1000)
  const page = async (query: string) =>
    (await admin.caller.get(`/api/invitations?limit=1${query}`)).json<{
      invitations: Invitation[]
      nextCursor: string
    }>()
  const newest = await page('')
  expect(newest.invitations).toEqual([second.invitation])
  expect((await page(`&cursor=${newest.nextCursor}`)).invitations).toEqual([first.invitation])
  await t.change('invitations', second.invitation.id, { expiresAt: sql`now()` })
  expect((await find(second.invitation.id)).state).toBe('expired')
})

test('the database stores no secret with which an account can be created', async () => {
  const { token } = await invite()
  const rows = await t.rows('invitations')
  expect(rows.every(({ hash }) => hash.length === 32)).toBe(true)
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows.some(({ hash }) => hash.equals(Buffer.from(token, 'base64url')))).toBe(false)
})

test('creating and revoking are logged once, without the note', async () => {
  const { invitation } = await invite({ maxUses: 30, note: 'For Bob' })
  for (let i = 0; i < 2; i++) await admin.caller.post(`/api/invitations/${invitation.id}/revocation`)
  const { lines } = (await admin.caller.get('/api/staff-log?limit=3')).json<{ lines: StaffLogLine[] }>()
  const logged = lines.map(({ act, facts }) => [act, Object.fromEntries(facts.map(({ name, value }) => [name, value]))])
  const { id: invitationId } = invitation
  expect(logged.slice(0, 2)).toEqual([
    ['revoke-invitation', { invitationId, maxUses: '30', usesCount: '0' }],
    ['create-invitation', { invitationId, maxUses: '30', days: '7' }],
  ])
  expect(logged[2]?.[1]).not.toMatchObject({ invitationId })
})

test('an invitation outlives the account of its creator', async () => {
  await setSite({ registration: 'open' })
  const other = await t.signUp({ role: 'admin' })
  await setSite({ registration: 'closed' })
  const { token, invitation } = await invite({ maxUses: 2 }, other.caller)
  expect((await find(invitation.id)).createdBy).toBe(other.user.displayName)
  await t.change('users', other.user.id, { role: 'member' })
  await leaveForGood(t, other)
  expect(await columnsWith(t, other.user.id)).toEqual([])

  const joined = await register(token)
  expect(joined.statusCode).toBe(201)
  const member = joined.json<OwnUser>()
  await leaveForGood(t, { user: member, caller: callerWith(t, joined) })
  expect(await columnsWith(t, member.id)).toEqual([])
  expect(await find(invitation.id)).toMatchObject({ createdBy: null, usesCount: 1, state: 'valid' })
})

test.each<[object, string]>([
  [{ maxUses: 0 }, 'Please enter a number of accounts from 1 to 1,000'],
  [{ maxUses: 1_001 }, 'Please enter a number of accounts from 1 to 1,000'],
  [{ maxUses: 1.5 }, 'Please enter a number of accounts from 1 to 1,000'],
  [{ days: 0 }, 'Please enter a number of days from 1 to 365'],
  [{ days: 366 }, 'Please enter a number of days from 1 to 365'],
  [{ note: 'x'.repeat(101) }, 'Please use at most 100 characters'],
])('%j is refused with a message', async (body, message) => {
  const reply = await admin.caller.post('/api/invitations', { maxUses: 1, days: 7, ...body })
  expect(refusalOf(reply)).toEqual([400, message])
})

test('a link that counts too few accounts is found and repaired', async () => {
  const { token, invitation } = await invite({ maxUses: 2 })
  await register(token)
  await t.change('invitations', invitation.id, { usesCount: 0 })
  const [found, ...others] = await findDifferences(t.deps)
  expect([found?.line, others]).toEqual([
    `invitation ${invitation.id} counts 0 accounts, but 1 was created with it`,
    [],
  ])
  await found!.repair!(t.deps)
  expect(await findDifferences(t.deps)).toEqual([])
  expect((await find(invitation.id)).usesCount).toBe(1)
})
