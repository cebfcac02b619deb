import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { waitingForLocks } from '../../../test/database/waiting-for-locks.ts'
import { appOfTest, insertVideos, refusalOf, testApp } from '../../../test/test-app.ts'
import { VIDEO_COUNTED } from '../../../signals/video-signals.ts'
import { hideVideo } from '../../videos/publishing/hide-video.ts'
import { countViews, sweepViews } from './views.queries.ts'

const t = testApp()

async function clips(count: number): Promise<{ ids: string[]; userId: string }> {
  const { user } = await t.signUp()
  return { ids: await insertVideos(t, user.id, count), userId: user.id }
}

const totalViews = async (userId: string) => (await t.row('users', userId)).totalViews
const viewsOf = async (id: string) => (await t.row('videos', id)).viewsCount

const viewOf = (videoId: string, facts: { visitId?: string; address?: string } = {}) => ({
  videoId,
  viewerId: undefined,
  visitId: undefined,
  address: undefined,
  ...facts,
})

/** Counts views as a process does with a batch of them. */
const count = (views: Parameters<typeof countViews>[1], now = new Date()) =>
  countViews(t.db, views, { secret: 'a secret', now })

test('each view counts, and each visit counts once', async () => {
  const { ids, userId } = await clips(2)
  const [id, other] = ids as [string, string]
  const counts: string[] = []
  onTestFinished(t.deps.signals.on(VIDEO_COUNTED, (payload) => counts.push(payload)))
  const url = `/api/videos/${id}/view`
  expect((await t.visitor.post(url)).json()).toEqual({ viewsCount: 1 })
  expect((await t.visitor.post(url, {})).json()).toEqual({ viewsCount: 2 })
  const visitId = randomUUID()
  expect((await t.visitor.post(url, { visitId })).json()).toEqual({ viewsCount: 3 })
  expect((await t.visitor.post(url, { visitId })).json()).toEqual({ viewsCount: 3 })
  expect((await t.visitor.post(`/api/videos/${other}/view`, { visitId })).json()).toEqual({ viewsCount: 1 })
  expect(await totalViews(userId)).toBe(4)
  // A view that is not counted emits no signal.
  expect(counts).toEqual([
    ...[1, 2, 3].map((views) => `${id} ${userId} viewsCount ${views}`),
    `${other} ${userId} viewsCount 1`,
  ])
})

test('concurrent views are counted exactly, each visit once', async () => {
  const { ids, userId } = await clips(3)
  const visits = Array.from({ length: 60 }, () => randomUUID())
  const replies = await Promise.all(
    ids.flatMap((id) => [
      ...visits.flatMap((visitId) => [1, 2, 3].map(() => t.visitor.post(`/api/videos/${id}/view`, { visitId }))),
      ...visits.map(() => t.visitor.post(`/api/videos/${id}/view`)),
    ]),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200))
  expect(await Promise.all(ids.map(viewsOf))).toEqual([120, 120, 120])
  expect(await totalViews(userId)).toBe(360)
})

test('two processes that count the same videos concurrently do not deadlock', async () => {
  const { ids } = await clips(40)
  const views = ids.map((id) => viewOf(id))
  await Promise.all(Array.from({ length: 20 }, (_, i) => count(i % 2 ? views : views.toReversed())))
  expect(await Promise.all(ids.map(viewsOf))).toEqual(ids.map(() => 20))
})

test('a view beyond the limit of its address is not counted', async () => {
  const limited = await appOfTest({ rateLimits: true, beside: t })
  const { ids } = await clips(2)
  const [id = '', other = ''] = ids
  const countFrom = (address: string, times = 1, videoId = id) => {
    const views = Array.from({ length: times }, () => viewOf(videoId, { address }))
    return countViews(t.db, views, { secret: limited.deps.secret, now: new Date() })
  }
  await countFrom('127.0.0.1', 150)
  const replies = await countFrom('127.0.0.1', 150)
  expect(new Set(replies.map((reply) => reply?.viewsCount))).toEqual(new Set([200]))
  expect((await limited.visitor.post(`/api/videos/${id}/view`)).json()).toEqual({ viewsCount: 200 })
  expect(await countFrom('203.0.113.2')).toMatchObject([{ viewsCount: 201 }])
  expect(await countFrom('127.0.0.1', 1, other)).toMatchObject([{ viewsCount: 1 }])
})

test('the sweep of addresses does not deadlock with views from these addresses', async () => {
  const { ids } = await clips(1)
  const viewFrom = (address: string) => viewOf(ids[0]!, { address })
  await t.db.deleteFrom('viewAddresses').execute()
  const keyed: { key: Buffer; address: string }[] = []
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
    await count([viewFrom(address)])
    const { rows } = await sql<{ key: Buffer }>`delete from view_addresses returning key`.execute(t.db)
    keyed.push({ key: rows[0]!.key, address })
  }
  const [first, second, last] = keyed.toSorted((a, b) => Buffer.compare(a.key, b.key))
  // The sweep reads the rows in this order. A batch of views locks them in the order of their keys.
  for (const { key } of [last!, second!, first!]) {
    await sql`insert into view_addresses values (${key}, 1, now() - interval '1 hour')`.execute(t.db)
  }
  const done: Promise<unknown>[] = []
  await t.db.transaction().execute(async (tx) => {
    await sql`select from view_addresses where key = ${second!.key} for update`.execute(tx)
    done.push(sweepViews(t.db))
    await expect.poll(() => waitingForLocks(t.db)).toBe(1)
    done.push(count([viewFrom(first!.address), viewFrom(last!.address)]))
    await expect.poll(() => waitingForLocks(t.db)).toBe(2)
  })
  expect((await Promise.allSettled(done)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
})

test('viewers are stored only as hashes with a key that changes daily', async () => {
  const { ids } = await clips(1)
  const visitId = randomUUID()
  const view = viewOf(ids[0]!, { visitId, address: '203.0.113.9' })
  const keys = async () => (await t.rows('countedVisits')).map(({ key }) => key.toString('hex'))
  const before = new Set(await keys())
  for (const day of ['2026-01-01', '2026-01-02']) await count([view], new Date(`${day}T12:00:00Z`))
  const added = (await keys()).filter((key) => !before.has(key))
  expect(added).toHaveLength(2)
  expect(added.join()).not.toContain(visitId.replaceAll('-', ''))
  expect(await viewsOf(ids[0]!)).toBe(2)
})

/** Returns the days, in order, for which visits are stored. */
async function daysKept(days: string[]): Promise<string[]> {
  const slots = new Set((await t.rows('countedVisits')).map(({ slot }) => slot))
  return days.filter((day) => slots.has((Date.parse(day) / 86_400_000) % 3))
}

test('the sweep deletes the visits of days that are over on every machine', async () => {
  const { ids } = await clips(1)
  const days = ['2026-03-01', '2026-03-02', '2026-03-03']
  for (const day of days) await count([viewOf(ids[0]!, { visitId: randomUUID() })], new Date(`${day}T12:00:00Z`))
  await t.change('viewAddresses', {}, { until: '2026-01-01T00:00:00Z' })
  await sweepViews(t.db, new Date('2026-03-03T00:30:00Z'))
  expect(await daysKept(days)).toEqual(['2026-03-02', '2026-03-03'])
  await sweepViews(t.db, new Date('2026-03-03T01:30:00Z'))
  expect(await daysKept(days)).toEqual(['2026-03-03'])
  expect(await t.rows('viewAddresses')).toEqual([])
})

test('the sweep skips visits that another transaction is reading', async () => {
  const { ids } = await clips(1)
  await count([viewOf(ids[0]!, { visitId: randomUUID() })], new Date('2026-03-05T12:00:00Z'))
  const later = new Date('2026-03-06T12:00:00Z')
  await t.db.transaction().execute(async (copying) => {
    await copying.selectFrom('countedVisits').selectAll().execute()
    await sweepViews(t.db, later)
    expect(await daysKept(['2026-03-05'])).toEqual(['2026-03-05'])
  })
  await sweepViews(t.db, later)
  expect(await daysKept(['2026-03-05'])).toEqual([])
})

test('views of hidden and missing videos are refused', async () => {
  const { ids, userId } = await clips(1)
  await t.visitor.post(`/api/videos/${ids[0]}/view`)
  await hideVideo(t.deps, ids[0]!, 'file')
  expect(await totalViews(userId)).toBe(0)
  for (const id of [ids[0], randomUUID()]) {
    const reply = await t.visitor.post(`/api/videos/${id}/view`)
    expect(refusalOf(reply)).toEqual([404, 'Video not found'])
  }
  expect((await t.visitor.post(`/api/videos/${ids[0]}/view`, { visitId: 'x' })).statusCode).toBe(400)
})
