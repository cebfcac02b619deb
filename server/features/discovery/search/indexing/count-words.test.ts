import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { waitingForLocks } from '../../../../test/database/waiting-for-locks.ts'
import { insertVideos, testApp } from '../../../../test/test-app.ts'
import { hideVideos } from '../../../videos/publishing/hide-video.ts'
import { countWhenDue, countWords } from './count-words.ts'
import { indexVideos } from './index-videos.ts'
import { ratePopularity } from './rate-popularity.ts'

const t = testApp()

async function countsOf(...words: string[]) {
  const rows = await t.rows('searchWords', { word: words }, 'word')
  return rows.map(({ word, lexeme, videosCount }) => [word, lexeme, videosCount])
}

test('each word form counts once per video', async () => {
  const { user, caller } = await t.signUp()
  const ids = await insertVideos(t, user.id, 3)
  await caller.patch(`/api/videos/${ids[0]}`, { title: 'The Cities, the cities', tags: 'Fog, Herons' })
  await caller.patch(`/api/videos/${ids[1]}`, { title: 'A city', caption: 'Crème of cities', tags: 'fog' })
  await indexVideos(t.deps)
  await Promise.all([countWords(t.deps), countWords(t.deps)])
  expect(await countsOf('cities', 'city', 'creme', 'the')).toEqual([
    ['cities', 'citi', 2],
    ['city', 'citi', 1],
    ['creme', 'creme', 1],
  ])
  const tags = () => t.rows('tags', {}, 'tag')
  expect(await tags()).toMatchObject([
    { tag: 'fog', videosCount: 2 },
    { tag: 'herons', videosCount: 1 },
  ])
  await caller.delete(`/api/videos/${ids[0]}`)
  await countWords(t.deps)
  expect(await countsOf('cities', 'city', 'herons')).toEqual([
    ['cities', 'citi', 1],
    ['city', 'citi', 1],
  ])
  expect(await tags()).toContainEqual(expect.objectContaining({ tag: 'herons', videosCount: 0 }))
})

test('a process that has never counted words counts them once a count is due', async () => {
  await insertVideos(t, (await t.signUp()).user.id, 1)
  await indexVideos(t.deps)
  await t.db.deleteFrom('searchWords').execute()
  await countWhenDue(t.deps)
  expect(await countsOf('clip')).toHaveLength(1)
})

test('the popularity score rises only with likes of established accounts', async () => {
  const { user } = await t.signUp()
  const [loved = '', other = ''] = await insertVideos(t, user.id, 2)
  await indexVideos(t.deps)
  const fans = await Promise.all(Array.from({ length: 5 }, () => t.signUp()))
  for (const { caller } of fans) {
    await caller.post(`/api/videos/${loved}/like`)
    await caller.post(`/api/videos/${other}/like`)
  }
  const standings = async () => {
    const rows = await t.rows('videoSearch')
    const byId = new Map(rows.map(({ videoId, standing }) => [videoId, standing]))
    return [byId.get(loved), byId.get(other)]
  }
  await ratePopularity(t.deps)
  expect(await standings()).toEqual([0, 0])
  await sql`update users set created_at = now() - interval '8 days' where id in (
    select user_id from likes where video_id = ${loved})`.execute(t.db)
  await sql`delete from likes where video_id = ${other}`.execute(t.db)
  await ratePopularity(t.deps)
  // (5 + 2) / 40 is 0.175, which is 9.4 steps above one in twenty.
  expect(await standings()).toEqual([9, 0])
})

test('the popularity score of a very popular video includes all its likes', async () => {
  const { user } = await t.signUp()
  const [loved = ''] = await insertVideos(t, user.id, 1)
  await indexVideos(t.deps)
  await sql`
    with fans as (
      insert into users (user_number, email, password_hash, created_at)
      select (select max(user_number) from users) + n, gen_random_uuid() || '@example.org', '-', now() - interval '8 days'
      from generate_series(1, 1200) n returning id
    )
    insert into likes (video_id, user_id) select ${loved}::uuid, id from fans`.execute(t.db)
  await t.change('videos', loved, { likesCount: 1_200, viewsCount: 4_760 })
  await ratePopularity(t.deps)
  const { standing } = await t.row('videoSearch', { videoId: loved })
  expect(standing).toBe(15)
})

test('rating does not deadlock with a suspension that hides several clips', async () => {
  const { user } = await t.signUp()
  const ids = await insertVideos(t, user.id, 2)
  await indexVideos(t.deps)
  await t.change('videoSearch', { videoId: ids }, { standing: 10 })
  // The order in which the rating finds the rows.
  const { rows } = await sql<{ videoId: string }>`
    select video_id from video_search where video_id = any (${ids}::uuid[]) order by ctid`.execute(t.db)
  const [first, last] = rows.map(({ videoId }) => videoId)
  let rating: Promise<PromiseSettledResult<void>[]> | undefined
  const hiding = t.db.transaction().execute(async (tx) => {
    await hideVideos(tx, [last!], 'account')
    let isRated = false
    rating = Promise.allSettled([ratePopularity(t.deps).finally(() => (isRated = true))])
    await expect.poll(async () => isRated || (await waitingForLocks(t.db)) > 0).toBe(true)
    await hideVideos(tx, [first!], 'account')
  })
  const [hidden] = await Promise.allSettled([hiding])
  expect([hidden, ...((await rating) ?? [])].map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
})
