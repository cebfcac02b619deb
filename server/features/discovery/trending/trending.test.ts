import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Trending } from '../../../../contract/discovery/trending.ts'
import { tools as allTools } from '../../../../contract/videos/videos.ts'
import { HEAT_CHANGED } from '../../../signals/video-signals.ts'
import { stopClock } from '../../../test/stop-clock.ts'
import { insertVideos, type Caller, testApp, type Person } from '../../../test/test-app.ts'
import { hideVideo } from '../../videos/publishing/hide-video.ts'
import { indexVideos } from '../search/indexing/index-videos.ts'
import { presentTrending } from './present-trending.ts'

const t = testApp()
beforeEach(async () => {
  await t.db.deleteFrom('videos').execute()
  t.deps.signals.emit(HEAT_CHANGED, '')
})

const trending = async (caller: Caller = t.visitor) => (await caller.get('/api/trending')).json<Trending>()

const namesOf = (topics: { name: string }[]) => topics.map(({ name }) => name)

/** Publishes one clip for each string of tags, newest first. Each clip has a poster, which may become a cover. */
async function publish({ user, caller }: Person, ...tags: string[]): Promise<string[]> {
  const ids = await insertVideos(t, user.id, tags.length)
  for (const [i, each] of tags.entries()) await caller.patch(`/api/videos/${ids[i]}`, { tags: each })
  await sql`update videos set poster_id = original_id where id = any (${ids})`.execute(t.db)
  await indexVideos(t.deps)
  t.deps.signals.emit(HEAT_CHANGED, '')
  return ids
}

test('topics are ordered by the number of their creators', async () => {
  const [one, two] = [await t.signUp(), await t.signUp()]
  const [ofTwo] = await publish(two, 'Fog')
  const [, , ofOne] = await publish(one, 'Alone', 'alone', 'alone, FOG')
  await one.caller.patch(`/api/videos/${ofOne}`, { toolUsed: 'pika-labs' })
  const { tags, tools } = await trending()
  expect(tags).toMatchObject([
    { name: 'Fog', videosCount: 2, hasMore: false, covers: [{ videoId: ofTwo }, { videoId: ofOne }] },
    { name: 'Alone', videosCount: 3 },
  ])
  expect(tags[1]?.covers).toHaveLength(1)
  expect(tools).toMatchObject([{ tool: 'pika-labs', name: 'Pika Labs', videosCount: 1, covers: [{ videoId: ofOne }] }])
})

test('the cover of a topic prefers clips that no earlier topic shows', async () => {
  const [one, two] = [await t.signUp(), await t.signUp()]
  const [ofTwo] = await publish(two, 'second')
  const [ofOne] = await publish(one, 'first, second')
  await publish(await t.signUp(), 'first')
  const { tags } = await trending()
  expect(namesOf(tags)).toEqual(['first', 'second'])
  expect(tags[1]?.covers).toMatchObject([{ videoId: ofTwo }, { videoId: ofOne }])
})

test('a topic with a hot clip comes before a topic with newer clips', async () => {
  const [maker, other] = [await t.signUp(), await t.signUp()]
  await publish(maker, 'new')
  const [hot = ''] = await publish(other, 'warm')
  await sql`update videos set created_at = now() - interval '1 day' where id = ${hot}`.execute(t.db)
  expect(namesOf((await trending()).tags)).toEqual(['new', 'warm'])
  await t.insert('videoHeat', { videoId: hot, heat: 1 })
  t.deps.signals.emit(HEAT_CHANGED, '')
  expect(namesOf((await trending()).tags)).toEqual(['warm', 'new'])
})

test('a hidden clip leaves its topics at once', async () => {
  stopClock()
  const [one, two] = [await t.signUp(), await t.signUp()]
  const [hidden = ''] = await publish(one, 'shared, veiled')
  const [shown = ''] = await publish(two, 'shared')
  expect(namesOf((await trending()).tags)).toEqual(['shared', 'veiled'])
  await hideVideo(t.deps, hidden, 'moderation')
  const { tags } = await trending()
  expect(tags).toMatchObject([{ name: 'shared', videosCount: 1, covers: [{ videoId: shown }] }])
  expect(tags).toHaveLength(1)
})

test('at most 12 tags with three covers each are listed', async () => {
  stopClock()
  const tags = Array.from({ length: 14 }, (_, i) => `tag${i}`).join()
  for (let i = 0; i < 4; i++) await publish(await t.signUp(), tags)
  const reply = await trending()
  expect(reply.tags.map(({ covers }) => covers.length)).toEqual(Array.from({ length: 12 }, () => 3))
  expect(await t.countQueries(() => t.visitor.get('/api/trending'))).toBe(0)
})

const row = { videosCount: 1, clips: [{ id: 'clip', userId: 'person', posterId: null, placeholder: null }] }

test('at most twelve tags and six tools are shown', () => {
  const tagged = Array.from({ length: 13 }, (_, i) => ({ ...row, kind: 'tag' as const, name: `tag${i}` }))
  const made = allTools.slice(0, 7).map((name) => ({ ...row, kind: 'tool' as const, name }))
  const { tags, tools } = presentTrending([...tagged, ...made], { objectsUrl: undefined })
  expect([made.length, tags.length, tools.length]).toEqual([7, 12, 6])
})

test('a topic that only muted creators use is left out', () => {
  const mutedIds = new Set(['person'])
  const rows = [{ ...row, kind: 'tag' as const, name: 'rude' }]
  expect(presentTrending(rows, { objectsUrl: undefined, mutedIds })).toEqual({ tags: [], tools: [] })
})
