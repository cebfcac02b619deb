import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { PendingCommentPage } from '../../../../contract/moderation/pending-comments.ts'
import { type Caller, publish, testApp, type TestApp, testPerson } from '../../../test/test-app.ts'
import * as make from '../../moderation/new-account-limits/new-accounts.fixture.ts'

const t = testApp({ isOneOfMany: true })
const other = testApp({ isOneOfMany: true, beside: t })
const admin = testPerson(t, { role: 'admin' })
beforeAll(async () => {
  const lists = {
    blockedEmailDomains: ['Spam.example', 'bücher.example'],
    blockedNetworks: ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7'],
    blockedLinkDomains: ['cashnow.online'],
  }
  await admin.caller.patch('/api/site-settings', lists)
})

const BLOCKED = 'We can’t create this account. If you think this is a mistake, please contact us.'

function register({ app }: TestApp, { email = `${randomUUID()}@example.org`, from = '203.0.113.1' }) {
  const headers = { 'x-forwarded-for': from }
  return app.inject({ method: 'POST', url: '/api/register', headers, payload: { email, password: 'secret1' } })
}

test.each([
  { email: 'a@spam.example' },
  { email: 'a@SPAM.example' },
  { email: 'a@mx.Mail.spam.example' },
  { email: 'a@xn--bcher-kva.example' },
  { from: '192.0.2.255' },
  { from: '::ffff:192.0.2.1' },
  { from: '198.51.100.7' },
  { from: '2001:db8:ffff::1' },
  { from: '2001:0DB8::1' },
])('registrations from a blocked domain or network are refused with one sentence: %j', async (who) => {
  for (const site of [t, other]) {
    const reply = await register(site, who)
    expect([reply.statusCode, reply.json()]).toEqual([403, { code: 'ACCESS_DENIED', error: BLOCKED, message: BLOCKED }])
  }
})

test.each([
  { email: 'a@notspam.example' },
  { email: 'a@spam.example.org' },
  { email: 'spam.example@example.org' },
  { from: '192.0.3.1' },
  { from: '2001:db9::1' },
  { from: 'unknown' },
])('a registration that no block list names succeeds: %j', async (who) => {
  expect((await register(t, who)).statusCode).toBe(201)
})

test('an account cannot change its address to a blocked domain', async () => {
  const { user, caller } = await t.signUp()
  const change = (email: string) => caller.put('/api/account/email', { email })
  const refused = await change('a@mail.spam.example')
  const message = 'This email address can’t be used here. Please try another one.'
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { code: 'VALIDATION_FAILED', error: message, message, issues: [{ path: 'email', message }] },
  ])
  await t.change('users', user.id, { email: 'early@spam.example' })
  expect((await change('early@spam.example')).statusCode).toBe(204)
  expect((await change(`${randomUUID()}@example.org`)).statusCode).toBe(204)
})

test('a comment with a blocked link becomes pending even with the filter off', async () => {
  const [{ id }, established] = [await make.clip(t), await make.signUpEstablished(t)]
  await admin.caller.patch('/api/site-settings', { holds: false })
  const pending = await make.comment(established, id, 'Win at shop dot cashnow dot online')
  const shown = await make.comment(established, id, 'Look at example.com')
  const byStaff = await make.comment(admin, id, 'Don’t open cashnow.online')
  expect([pending.isHeld, shown.isHeld, byStaff.isHeld]).toEqual([true, undefined, undefined])
  expect(await make.listTexts(t.visitor, id)).toEqual([byStaff.text, shown.text])
  const { comments } = (await admin.caller.get('/api/held-comments')).json<PendingCommentPage>()
  expect(comments).toMatchObject([{ id: pending.id, heldBecause: 'link' }])
  await admin.caller.patch('/api/site-settings', { holds: true })
})

test('clip texts and profiles with a blocked link are refused, except by staff', async () => {
  const { user, caller } = await t.signUp()
  const video = await publish(caller)
  const refusal = (path: string) => ({
    code: 'VALIDATION_FAILED',
    message: 'Please remove the links from this text',
    issues: [{ path, message: 'Please remove the links from this text' }],
  })
  const refuses = async (path: string, send: (by: Caller, body: object) => ReturnType<Caller['put']>) => {
    const reply = await send(caller, { [path]: 'www.CashNow.online/win' })
    expect([path, reply.statusCode, reply.json()]).toEqual([path, 400, expect.objectContaining(refusal(path))])
  }
  for (const path of ['title', 'caption', 'prompt', 'tags', 'model']) {
    await refuses(path, (by, body) => by.patch(`/api/videos/${video.id}`, body))
    const complete = { title: 'A', toolUsed: 'other', videoUrl: 'http://reverie.test/objects/x' }
    await refuses(path, (by, body) => by.post('/api/videos', { ...complete, ...body }))
  }
  const remix = { title: 'A', toolUsed: 'other', videoUrl: 'http://reverie.test/objects/x' }
  await refuses('parents', (by, { parents: thanks }: { parents?: string }) =>
    by.post('/api/videos', { ...remix, parents: [{ videoId: video.id, thanks }] }),
  )
  for (const path of ['displayName', 'bio', 'location', 'website']) {
    await refuses(path, (by, body) => by.put(`/api/users/${user.id}`, body))
  }
  expect((await caller.put(`/api/users/${user.id}`, { bio: 'See example.com' })).statusCode).toBe(200)
  const own = `/api/users/${admin.user.id}`
  expect((await admin.caller.put(own, { bio: 'We block cashnow.online' })).statusCode).toBe(200)
})

test('only the names of changed lists are logged', async () => {
  await admin.caller.patch('/api/site-settings', { blockedLinkDomains: ['cashnow.online', 'more.example'] })
  const log = await t.rows('staffLog', {}, 'id')
  expect(log.at(-1)?.subject).toEqual({ setting: 'blockedLinkDomains' })
})
