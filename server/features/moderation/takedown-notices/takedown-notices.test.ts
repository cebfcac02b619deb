import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import type { Case } from '../../../../contract/moderation/cases.ts'
import { requestBehind } from '../../../test/database/request-behind.ts'
import { insertVideos, type Caller, testApp } from '../../../test/test-app.ts'
import { copyrightNoticeAbout, noticeAbout } from '../../../test/takedown-notices.ts'
import { deleteOldNoticeTexts, deleteOldDecisionTexts } from '../appeals/delete-old-texts.ts'
import { listTakedownNotices } from './read-notices.ts'

const t = testApp()

async function clipOf(): Promise<{ videoId: string; username: string; caller: Caller; userId: string }> {
  const { user, caller } = await t.signUp()
  const [videoId = ''] = await insertVideos(t, user.id, 1)
  return { videoId, username: user.username ?? '', caller, userId: user.id }
}

const claimant = { name: 'Canary Claimant', email: 'canary@claims.example' }
const privacy = { ...noticeAbout(''), ...claimant, kind: 'privacy' }
const copyright = { ...copyrightNoticeAbout(''), ...claimant, contact: '1 Canary Street', signature: claimant.name }

const casesOf = (subjectId: string) => t.rows('cases', { subjectId }, 'openedAt')

async function send(body: object): Promise<string> {
  const reply = await t.visitor.post('/api/notices', body)
  expect([reply.statusCode, reply.body]).toEqual([201, expect.stringContaining('noticeId')])
  return reply.json<{ noticeId: string }>().noticeId
}

test('a takedown notice opens or joins a case for each named subject', async () => {
  const [first, second] = [await clipOf(), await clipOf()]
  await t.visitor.post(`/api/videos/${first.videoId}/report`, { reason: 'spam' })
  const addresses = [
    `https://reverie.example/video/${first.videoId}?t=3`,
    ` /video/${first.videoId.toUpperCase()}/ `,
    `http://127.0.0.1:3000/profile/${second.username}`,
  ]
  const noticeId = await send({ ...copyright, addresses })
  expect(await casesOf(first.videoId)).toMatchObject([
    expect.objectContaining({ source: 'notice', rules: ['spam', 'copyright'], reportsCount: 2, state: 'open' }),
  ])
  const [ofAccount] = await casesOf(second.userId)
  expect(ofAccount).toMatchObject({ kind: 'account', source: 'notice', rules: ['copyright'], reportsCount: 1 })
  expect((await t.visitor.get(`/api/videos/${first.videoId}`)).statusCode).toBe(200)

  const moderator = await t.signUp({ role: 'moderator' })
  const seen = await moderator.caller.get(`/api/cases/${ofAccount!.id}`)
  expect(seen.json<Case>().reports).toEqual([
    expect.objectContaining({
      reporter: null,
      notice: { kind: 'copyright', name: 'Canary Claimant', explanation: 'Work: My film\n\nIt is forbidden.' },
    }),
  ])
  const receipt = await t.visitor.get(`/api/notices/${noticeId}`)
  expect(receipt.json()).toMatchObject({
    kind: 'copyright',
    things: [
      { kind: 'video', address: addresses[1]!.trim(), state: 'open' },
      { kind: 'account', address: addresses[2], state: 'open' },
    ],
  })
  // The receipt does not contain the sender, and no reply contains their contact data.
  expect(receipt.body).not.toMatch(/canary/i)
  expect(seen.body).not.toMatch(/claims\.example|Canary Street/)
  expect(await listTakedownNotices(t.db, { id: noticeId, limit: 1 })).toEqual([
    expect.objectContaining({ email: 'canary@claims.example', contact: '1 Canary Street', work: 'My film' }),
  ])
  await second.caller.delete(`/api/videos/${second.videoId}`)
  await first.caller.delete(`/api/videos/${first.videoId}`)
  const later = (await t.visitor.get(`/api/notices/${noticeId}`)).json<{ things: { state: string }[] }>()
  expect(later.things.map(({ state }) => state)).toEqual(['gone', 'open'])
  expect((await t.visitor.get(`/api/notices/${randomUUID()}`)).statusCode).toBe(404)
})

test('a takedown notice about a closed case’s subject opens a new case', async () => {
  const { videoId } = await clipOf()
  await send({ ...privacy, addresses: [`/video/${videoId}`] })
  const closed = { state: 'closed', closedAt: sql<string>`now()` } as const
  await t.change('cases', { subjectId: videoId }, closed)
  await send({ ...privacy, addresses: [`/video/${videoId}`] })
  expect((await casesOf(videoId)).map(({ state }) => state)).toEqual(['closed', 'open'])
})

test.each([
  ['without good faith', { isGoodFaith: false }, 'Please confirm that your notice is accurate'],
  ['without a name', { name: ' ' }, 'Please enter your name'],
  ['without an e-mail address for the reply', { email: 'me' }, 'Please enter a valid email address'],
  ['without a link', { addresses: [] }, 'Please enter at least one link'],
  ['about another site', { addresses: ['https://example.org/'] }, /We can’t find a clip or profile on this site at/],
  ['about copyright without a work', { ...copyright, work: ' ' }, 'Please tell us which work it is'],
  ['about copyright without a signature', { ...copyright, signature: null }, 'Please sign with your full name'],
  [
    'about copyright without authorisation',
    { ...copyright, isAuthorised: false },
    'Please confirm that you are authorised to act for the owner of the work',
  ],
])('a takedown notice %s is refused, and nothing is stored', async (_, fields, sentence) => {
  const { videoId } = await clipOf()
  const addresses = [`/video/${videoId}`, ...((fields as { addresses?: string[] }).addresses ?? [])]
  const body = {
    ...privacy,
    ...fields,
    addresses: 'addresses' in fields && fields.addresses.length === 0 ? [] : addresses,
  }
  const reply = await t.visitor.post('/api/notices', body)
  expect(reply.statusCode).toBe(400)
  expect(reply.json<ErrorReply>().message).toMatch(sentence)
  expect(await casesOf(videoId)).toEqual([])
})

test('a clip can be named by its embedded player and the page of its remixes', async () => {
  const [embedded, remixed] = [await clipOf(), await clipOf()]
  const addresses = [
    `https://reverie.example/embed/${embedded.videoId}`,
    `https://reverie.example/video/${remixed.videoId}/remixes?sort=new`,
  ]
  await send({ ...privacy, addresses })
  expect([await casesOf(embedded.videoId), await casesOf(remixed.videoId)]).toEqual([
    [expect.objectContaining({ kind: 'video' })],
    [expect.objectContaining({ kind: 'video' })],
  ])
})

test('a missing clip’s address is refused even if it contains a profile’s path', async () => {
  const { user } = await t.signUp()
  const addresses = [`/video/${randomUUID()}?back=/profile/${user.username}`]
  expect((await t.visitor.post('/api/notices', { ...privacy, addresses })).statusCode).toBe(400)
})

test('a notice about a clip that is deleted concurrently is refused, and the error names the clip’s address', async () => {
  const { videoId } = await clipOf()
  const addresses = [`/video/${videoId}`]
  const post = () => t.visitor.post('/api/notices', { ...privacy, addresses })
  const reply = await requestBehind(t, post, async (tx, untilItWaits) => {
    await tx.deleteFrom('videos').where('id', '=', videoId).execute()
    await untilItWaits()
  })
  expect(reply.statusCode).toBe(400)
  expect(reply.json<ErrorReply>().issues).toMatchObject([{ path: 'addresses.0' }])
})

test('twenty concurrent notices about the same two clips create two cases', async () => {
  const [a, b] = [await clipOf(), await clipOf()]
  const addresses = [`/video/${a.videoId}`, `/video/${b.videoId}`]
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => send({ ...privacy, addresses: i % 2 ? addresses : addresses.toReversed() })),
  )
  for (const { videoId } of [a, b]) {
    expect(await casesOf(videoId)).toMatchObject([expect.objectContaining({ reportsCount: 20 })])
  }
})

test('a notice loses its sender and texts once all its cases have lost their texts', async () => {
  const [a, b] = [await clipOf(), await clipOf()]
  const noticeId = await send({ ...copyright, addresses: [`/video/${a.videoId}`, `/video/${b.videoId}`] })
  const age = { createdAt: sql<string>`now() - interval '300 days'` }
  await t.change('notices', noticeId, age)
  const closeAgo = (videoId: string, days: number) =>
    t.change(
      'cases',
      { subjectId: videoId },
      { state: 'closed', closedAt: sql<string>`now() - make_interval(days => ${days})` },
    )
  const emailsAfterSweep = async () => {
    await deleteOldDecisionTexts(t.db)
    await deleteOldNoticeTexts(t.db)
    return (await listTakedownNotices(t.db, { id: noticeId, limit: 1 })).map(({ email }) => email)
  }
  await closeAgo(a.videoId, 216)
  await closeAgo(b.videoId, 214)
  expect(await emailsAfterSweep()).toEqual(['canary@claims.example'])
  await closeAgo(b.videoId, 216)
  expect(await emailsAfterSweep()).toEqual([''])
  expect((await t.visitor.get(`/api/notices/${noticeId}`)).statusCode).toBe(200)
})
