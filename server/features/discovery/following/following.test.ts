import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { FollowingPage } from '../../../../contract/discovery/following.ts'
import { readPages } from '../../../test/read-pages.ts'
import { stopClock } from '../../../test/stop-clock.ts'
import { insertVideos, type Caller, testApp } from '../../../test/test-app.ts'
import { hideVideo } from '../../videos/publishing/hide-video.ts'

const t = testApp()

async function page(caller: Caller, query = ''): Promise<FollowingPage> {
  return (await caller.get(`/api/videos/following${query}`)).json<FollowingPage>()
}

const idsOf = ({ videos }: FollowingPage) => videos.map(({ id }) => id)

async function followed(fan: Caller, clips: number) {
  const person = await t.signUp()
  await fan.post(`/api/users/${person.user.id}/follow`)
  return { ...person, ids: await insertVideos(t, person.user.id, clips) }
}

/** Inserts `count` accounts without clips, which `userId` follows. Only the rows and the counter are written. */
async function followMany(userId: string, count: number): Promise<void> {
  await sql`
    with others as (
      insert into users (user_number, email, password_hash)
      select (select max(user_number) from users) + n, gen_random_uuid() || '@example.org', '-'
      from generate_series(1, ${count}::int) n returning id
    )
    insert into follows (follower_id, following_id) select ${userId}::uuid, id from others`.execute(t.db)
  await sql`
    update users set following_count = (select count(*) from follows where follower_id = users.id)
    where id = ${userId}`.execute(t.db)
}

test('the following feed lists only followed creators and the viewer, newest first', async () => {
  const { user, caller } = await t.signUp()
  const stranger = await t.signUp()
  await insertVideos(t, stranger.user.id, 1)
  const own = await insertVideos(t, user.id, 1)
  expect(idsOf(await page(caller))).toEqual([])
  const first = await followed(caller, 2)
  const second = await followed(caller, 1)
  const ids = idsOf(await page(caller))
  expect(ids.toSorted()).toEqual([...own, ...first.ids, ...second.ids].toSorted())
  const times = (await page(caller)).videos.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('publishing, unfollowing, muting and hiding take effect on the next requested page', async () => {
  const { caller } = await t.signUp()
  const [kept, left, muted] = [await followed(caller, 2), await followed(caller, 1), await followed(caller, 1)]
  expect(idsOf(await page(caller))).toHaveLength(4)
  await caller.delete(`/api/users/${left.user.id}/follow`)
  expect(idsOf(await page(caller))).not.toContain(left.ids[0])
  await caller.put(`/api/users/${muted.user.id}/mute`)
  expect(idsOf(await page(caller))).toEqual(kept.ids)
  await hideVideo(t.deps, kept.ids[0]!, 'file')
  expect(idsOf(await page(caller))).toEqual(kept.ids.slice(1))
  const [newest] = await insertVideos(t, kept.user.id, 1)
  expect(idsOf(await page(caller))).toEqual([newest, kept.ids[1]])
  // A page that was read before all its clips were hidden must not be taken for the last one.
  expect(idsOf(await page(caller, '?limit=1'))).toEqual([newest])
  await hideVideo(t.deps, newest!, 'file')
  expect(idsOf(await page(caller, '?limit=1'))).toEqual([kept.ids[1]])
})

test.each([
  { follows: 'few people', more: 0, pages: 20 },
  { follows: 'many people', more: 201, pages: 200 },
])('following $follows gives $pages pages without repeats or gaps while clips are added', async ({ more, pages }) => {
  const { user, caller } = await t.signUp()
  const people = [await followed(caller, pages), await followed(caller, pages)]
  const stranger = await t.signUp()
  await insertVideos(t, stranger.user.id, 50)
  if (more > 0) await followMany(user.id, more)
  const seen: string[] = []
  let asked = 0
  for await (const next of readPages<FollowingPage>(caller, '/api/videos/following?limit=2')) {
    seen.push(...idsOf(next))
    if (++asked % 10 === 0) await insertVideos(t, people[0]!.user.id, 1)
  }
  expect(asked).toBeGreaterThanOrEqual(pages)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.toSorted()).toEqual(people.flatMap(({ ids }) => ids).toSorted())
})

test('a recently read page is served from the cache', async () => {
  stopClock()
  const { caller } = await t.signUp()
  await followed(caller, 3)
  await page(caller)
  // Only the session and the viewer's likes are queried.
  expect(await t.countQueries(() => page(caller))).toBe(2)
})

test('the recorded position of the last visit to the feed only moves forward', async () => {
  const { user, caller } = await t.signUp()
  const { ids } = await followed(caller, 3)
  const { videos, caughtUpAt } = await page(caller)
  expect(caughtUpAt).toBeNull()
  const see = async (id: string) => (await caller.put('/api/videos/following/seen', { videoId: id })).statusCode
  expect(await see(ids[1]!)).toBe(204)
  expect((await page(caller, '?limit=5')).caughtUpAt).toBe(videos[1]!.createdAt)
  expect(await see(ids[2]!)).toBe(204)
  expect((await page(caller, '?limit=6')).caughtUpAt).toBe(videos[1]!.createdAt)
  await Promise.all(ids.map(see))
  expect((await page(caller, '?limit=7')).caughtUpAt).toBe(videos[0]!.createdAt)
  expect(await see(user.id)).toBe(204)
})

test('another person’s hidden clip does not become the position of the last visit', async () => {
  const { caller } = await t.signUp()
  const [id = ''] = await insertVideos(t, (await t.signUp()).user.id, 1)
  await hideVideo(t.deps, id, 'moderation')
  expect((await caller.put('/api/videos/following/seen', { videoId: id })).statusCode).toBe(204)
  expect((await page(caller)).caughtUpAt).toBeNull()
})
