import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { FeedAlgorithm } from '../../../../contract/discovery/rising.ts'
import type { VideoPage } from '../../../../contract/videos/videos.ts'
import { HEAT_CHANGED } from '../../../signals/video-signals.ts'
import { waitingForLocks } from '../../../test/database/waiting-for-locks.ts'
import { insertVideos, type Caller, testApp, type Person } from '../../../test/test-app.ts'
import { deleteVideoRows } from '../../videos/publishing/delete-video.ts'
import { hideVideo } from '../../videos/publishing/hide-video.ts'
import { deleteLikesOf } from '../../social/likes/likes.queries.ts'
import { recomputeHeat, recomputeHeatOfSlice } from './heat.queries.ts'
import { keepHeat } from './keep-heat.ts'

const t = testApp()
beforeEach(() => t.db.deleteFrom('videos').execute())

/** Signs up people, and makes all accounts old enough to have full trust. */
async function oldFriends(count: number): Promise<Person[]> {
  const people = await Promise.all(Array.from({ length: count }, () => t.signUp()))
  await sql`update users set created_at = now() - interval '30 days'`.execute(t.db)
  return people
}

async function recomputeAll(): Promise<void> {
  await recomputeHeatOfSlice(t.db, 0, 1)
  t.deps.signals.emit(HEAT_CHANGED, '')
}

async function heats(): Promise<Map<string, number>> {
  const rows = await t.rows('videoHeat')
  return new Map(rows.map(({ videoId, heat }) => [videoId, heat]))
}

const like = ({ caller }: Person, id: string) => caller.post(`/api/videos/${id}/like`)
const view = ({ caller }: { caller: Caller }, id: string) => caller.post(`/api/videos/${id}/view`, {})

/** Converts a heat that was just computed to the sum of the weights of its events. */
function weightOf(heat: number | undefined): number {
  const halfLives = (Date.now() - Date.parse('2026-01-01T00:00:00Z')) / (18 * 3_600_000)
  return 2 ** ((heat ?? -Infinity) - halfLives)
}

test('activity by a clip’s creator does not count, and activity by new accounts and visitors counts little', async () => {
  const [maker, ...fans] = (await oldFriends(3)) as [Person, Person, Person]
  const young = await t.signUp()
  const ids = await insertVideos(t, maker.user.id, 4)
  const [own, seen, once, twice] = ids as [string, string, string, string]
  await like(maker, own)
  await view(maker, own)
  await view({ caller: t.visitor }, seen)
  await like(young, once)
  for (const fan of fans) await like(fan, twice)
  await recomputeAll()
  const heat = await heats()
  expect(weightOf(heat.get(twice))).toBeCloseTo(2, 2)
  expect(weightOf(heat.get(once))).toBeCloseTo(0.2, 3)
  expect(weightOf(heat.get(seen))).toBeCloseTo(0.005, 3)
  expect(heat.has(own)).toBe(false)
  const page = (await t.visitor.get('/api/videos/rising?limit=2')).json<VideoPage>()
  expect(page.videos.map(({ id }) => id)).toEqual([twice, once])
  const rest = (await t.visitor.get(`/api/videos/rising?limit=2&cursor=${page.nextCursor}`)).json<VideoPage>()
  expect(rest.videos.map(({ id }) => id)).toEqual([seen])
  expect(rest.nextCursor).toBeNull()
})

test('a further like for the same creator counts half, and so does a like after 18 hours', async () => {
  const [maker, fan, other] = (await oldFriends(3)) as [Person, Person, Person]
  const [first, second, third] = (await insertVideos(t, maker.user.id, 3)) as [string, string, string]
  await like(fan, first)
  await like(fan, second)
  await like(other, third)
  await sql`update likes set created_at = now() - interval '18 hours' where video_id = ${third}`.execute(t.db)
  await recomputeAll()
  const heat = await heats()
  expect([first, second, third].map((id) => weightOf(heat.get(id)))).toEqual([
    expect.closeTo(1, 2),
    expect.closeTo(0.5, 2),
    expect.closeTo(0.5, 2),
  ])
})

test('likes and views count for eight days', async () => {
  const [maker, fan] = (await oldFriends(2)) as [Person, Person]
  const [liked, seen, formerlyLiked, formerlySeen] = (await insertVideos(t, maker.user.id, 4)) as [
    string,
    string,
    string,
    string,
  ]
  for (const id of [liked, formerlyLiked]) await like(fan, id)
  for (const id of [seen, formerlySeen]) await view(fan, id)
  for (const [days, ids] of [
    [7.9, [liked, seen]],
    [8.1, [formerlyLiked, formerlySeen]],
  ] as const) {
    const ago = sql`interval '1 day' * ${days}`
    await sql`update likes set created_at = now() - ${ago} where video_id = any (${ids})`.execute(t.db)
    await sql`update video_hours set hour = now() - ${ago} where video_id = any (${ids})`.execute(t.db)
  }
  await recomputeAll()
  expect([...(await heats()).keys()].toSorted()).toEqual([liked, seen].toSorted())
})

test('muted clips do not add queries to a page', async () => {
  const [maker, other, fan, friend] = (await oldFriends(4)) as [Person, Person, Person, Person]
  const muted = await insertVideos(t, maker.user.id, 12)
  const [shown = ''] = await insertVideos(t, other.user.id, 1)
  for (const id of [...muted, shown]) await like(fan, id)
  for (const id of muted) await like(friend, id)
  await recomputeAll()
  const reader = await t.signUp()
  await reader.caller.put(`/api/users/${maker.user.id}/mute`)
  const queries = await t.countQueries(async () => {
    const page = (await reader.caller.get('/api/videos/rising?limit=1')).json<VideoPage>()
    expect(page).toMatchObject({ videos: [{ id: shown }], nextCursor: null })
  })
  expect(queries).toBeLessThan(12)
})

test('Rising leaves out hidden clips, muted creators and the likes of deleted accounts', async () => {
  const [maker, other, fan] = (await oldFriends(3)) as [Person, Person, Person]
  const [hidden, shown] = (await insertVideos(t, maker.user.id, 2)) as [string, string]
  const [muted] = (await insertVideos(t, other.user.id, 1)) as [string]
  for (const id of [hidden, shown, muted]) await like(fan, id)
  await recomputeAll()
  await hideVideo(t.deps, hidden, 'file')
  const reader = await t.signUp()
  await reader.caller.put(`/api/users/${other.user.id}/mute`)
  const ids = async (caller: Caller) =>
    (await caller.get('/api/videos/rising?limit=1')).json<VideoPage>().videos.map(({ id }) => id)
  expect(await ids(reader.caller)).toEqual([shown])
  await deleteLikesOf(t.deps, fan.user.id, 10)
  await recomputeAll()
  expect((await heats()).size).toBe(0)
})

test('recomputing changed videos gives the same heats as recomputing all', async () => {
  const people = await oldFriends(4)
  const clips: string[] = []
  for (const { user } of people.slice(0, 2)) clips.push(...(await insertVideos(t, user.id, 2)))
  const event = fc.record({
    who: fc.nat(3),
    clip: fc.nat(3),
    what: fc.constantFrom('like', 'unlike', 'comment', 'view'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 5 }), async (batch) => {
      for (const { who, clip, what } of batch) {
        const url = `/api/videos/${clips[clip]}`
        const { caller } = people[who]!
        if (what === 'like') await caller.post(`${url}/like`)
        if (what === 'unlike') await caller.delete(`${url}/like`)
        if (what === 'comment') await caller.post(`${url}/comments`, { text: 'Lovely' })
        if (what === 'view') await caller.post(`${url}/view`, {})
      }
      await recomputeHeat(t.db, [...new Set(batch.map(({ clip }) => clips[clip]!))])
      const touched = await heats()
      await t.db.deleteFrom('videoHeat').execute()
      await recomputeAll()
      const all = await heats()
      expect([...touched.keys()].toSorted()).toEqual([...all.keys()].toSorted())
      for (const [id, heat] of all) expect(touched.get(id)).toBeCloseTo(heat, 6)
    }),
    { numRuns: 15 },
  )
})

test('recomputing heat locks no video', async () => {
  const [maker, fan] = (await oldFriends(2)) as [Person, Person]
  const [id = ''] = await insertVideos(t, maker.user.id, 1)
  await like(fan, id)
  await recomputeAll()
  await t.db.transaction().execute(async (tx) => {
    await sql`select from videos where id = ${id} for update`.execute(tx)
    // Any lock on the video would wait for this transaction.
    await expect(recomputeHeat(t.db, [id])).resolves.toBeUndefined()
  })
})

test('a video that is deleted while heat is recomputed is left out', async () => {
  const [maker, fan] = (await oldFriends(2)) as [Person, Person]
  const [deleted = '', kept = ''] = await insertVideos(t, maker.user.id, 2)
  for (const id of [deleted, kept]) await like(fan, id)
  const { promise: recomputed, resolve } = Promise.withResolvers<void>()
  await t.db.transaction().execute(async (tx) => {
    await sql`delete from videos where id = ${deleted}`.execute(tx)
    resolve(recomputeHeat(t.db, [kept]))
    await expect.poll(() => waitingForLocks(t.db)).toBe(1)
  })
  await recomputed
  expect([...(await heats()).keys()]).toEqual([kept])
})

test('recomputing heat does not deadlock with the deletion of a remix whose parent becomes warm', async () => {
  const [maker, ...fans] = (await oldFriends(3)) as [Person, Person, Person]
  const [parent = '', remix = ''] = await insertVideos(t, maker.user.id, 2)
  await t.insert('videoParents', { videoId: remix, position: 0, parentId: parent })
  await like(fans[0], remix)
  await recomputeAll()
  for (const id of [parent, remix]) await like(fans[1], id)
  const { promise: ended, resolve } = Promise.withResolvers<unknown>()
  await t.db.transaction().execute(async (tx) => {
    // The deletion waits for its creator's totals, after it has locked both clips.
    await sql`select from users where id = ${maker.user.id} for update`.execute(tx)
    const deleted = t.db.transaction().execute(async (deletion) => {
      // In a deadlock, the deletion would be cancelled, and not the recomputation, which would be repeated.
      await sql`set local deadlock_timeout = '10ms'`.execute(deletion)
      await deleteVideoRows(deletion, remix, maker.user.id)
    })
    await expect.poll(() => waitingForLocks(t.db)).toBe(1)
    resolve(Promise.all([deleted, recomputeHeat(t.db, [parent])]))
    await expect.poll(() => waitingForLocks(t.db)).toBe(2)
  })
  await ended
  expect([...(await heats()).keys()]).toEqual([parent])
})

test('a starting server recomputes all heats slice by slice', async () => {
  const [maker, fan] = (await oldFriends(2)) as [Person, Person]
  const [id] = (await insertVideos(t, maker.user.id, 1)) as [string]
  await like(fan, id)
  const failures: unknown[] = []
  const stop = keepHeat(t.deps, { error: (...logged: unknown[]) => failures.push(logged) })
  await expect.poll(async () => (await heats()).has(id)).toBe(true)
  await stop()
  expect(failures).toEqual([])
})

test('a video has one row per hour of activity, which counts its views', async () => {
  const [maker, fan] = (await oldFriends(2)) as [Person, Person]
  const [liked, commented] = (await insertVideos(t, maker.user.id, 2)) as [string, string]
  const hoursOf = (id: string) => t.rows('videoHours', { videoId: id })
  await like(fan, liked)
  await fan.caller.post(`/api/videos/${commented}/comments`, { text: 'Lovely' })
  for (const id of [liked, commented]) expect(await hoursOf(id)).toMatchObject([{ views: 0, score: 0 }])
  await view(fan, liked)
  await view(maker, liked)
  await fan.caller.post(`/api/videos/${liked}/comments`, { text: 'Lovely' })
  expect(await hoursOf(liked)).toMatchObject([{ views: 2, score: 1 }])
})

test('the API publishes the weights of Rising that are in use', async () => {
  const { rising } = (await t.visitor.get('/api/feed/algorithm')).json<FeedAlgorithm>()
  expect(rising).toMatchObject({ halfLifeHours: 18, weights: { like: 1 }, trust: { own: 0, visitor: 0.1 } })
})
