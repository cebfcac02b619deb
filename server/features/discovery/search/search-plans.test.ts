import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchPage } from '../../../../contract/discovery/search.ts'
import { buildApp } from '../../../app.ts'
import { startSignals } from '../../../signals/signals.ts'
import { VIDEO_CHANGED, VIDEO_INDEXED } from '../../../signals/video-signals.ts'
import { callerOf, insertVideos, startTestApp, type TestApp } from '../../../test/test-app.ts'
import { hideVideo } from '../../videos/publishing/hide-video.ts'
import { countWords } from './indexing/count-words.ts'
import { indexVideos } from './indexing/index-videos.ts'
import { parseSearch } from './parse-search.ts'
import { searchVideos } from './search.queries.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ rateLimits: true })
})
afterAll(() => t.stop())

async function clips(...fields: object[]): Promise<string[]> {
  const { user, caller } = await t.signUp()
  const ids = await insertVideos(t, user.id, fields.length)
  for (const [i, changes] of fields.entries()) await caller.patch(`/api/videos/${ids[i]}`, changes)
  await indexVideos(t.deps)
  return ids
}

const search = async (q: string, more = '') =>
  (await t.visitor.get(`/api/search?q=${encodeURIComponent(q)}${more}`)).json<SearchPage>()

/** As if a site had very many videos with this word. */
const makeCommon = (word: string) =>
  sql`insert into search_words (word, lexeme, videos_count) values (${word}, ${word}, 1000000)
    on conflict (word) do update set videos_count = 1000000`.execute(t.db)

test('a common word finds what a rare one does, in the same orders', async () => {
  await clips({ title: 'Heron', tags: 'fog' }, { title: 'A pond', caption: 'with a heron' }, { title: 'No bird' })
  for (const q of ['heron', 'heron -pond', 'heron #fog', 'heron shape:landscape', 'herons', 'her']) {
    for (const sort of ['best', 'newest'] as const) {
      await t.db.deleteFrom('searchWords').execute()
      const rare = await searchVideos(t.db, parseSearch(q), sort)
      await makeCommon('heron')
      const common = await searchVideos(t.db, parseSearch(q), sort)
      expect([q, common]).toEqual([q, rare])
      expect([q, common.count > 0, common.isAbout, common.isCut]).toEqual([q, true, false, false])
    }
  }
})

test('a clip that is deleted is counted no more by a search that is kept', async () => {
  const { user, caller } = await t.signUp()
  const [id] = await insertVideos(t, user.id, 1)
  await caller.patch(`/api/videos/${id}`, { title: 'Wombat' })
  await indexVideos(t.deps)
  expect((await search('wombat')).count).toBe(1)
  await caller.delete(`/api/videos/${id}`)
  expect(await search('wombat')).toMatchObject({ videos: [], count: 0 })
})

test('what is only left out, and what is only a shape, is searched from the newest on', async () => {
  const [id] = await clips({ title: 'Kiwi' })
  expect((await search('-heron')).videos[0]).toMatchObject({ id })
  expect((await search('shape:16:9')).videos[0]).toMatchObject({ id })
  expect((await search('tool:other')).videos[0]).toMatchObject({ id })
})

test('a search that takes too long answers with what was found until then', async () => {
  await clips({ title: 'Lemur' })
  await t.db.transaction().execute(async (tx) => {
    await sql`lock table video_search in access exclusive mode`.execute(tx)
    expect(await search('lemur')).toMatchObject({ videos: [], count: 0, isCut: true })
  })
})

test('when many search at once, the rest are asked to come back, and the wall is not', async () => {
  let flood: Promise<unknown>[] = []
  await t.db.transaction().execute(async (tx) => {
    await sql`lock table video_search in access exclusive mode`.execute(tx)
    const replies = Array.from({ length: 40 }, (_, i) => t.visitor.get(`/api/search?q=flood${i}`))
    flood = replies
    expect((await t.visitor.get('/api/videos')).statusCode).toBe(200)
    const refused = await Promise.race(
      replies.map(async (reply) => ((await reply).statusCode === 503 ? await reply : new Promise<never>(() => {}))),
    )
    expect(refused.json()).toMatchObject({
      code: 'UNAVAILABLE',
      error: 'Too many people are searching right now. Please try again in a moment.',
    })
    expect(refused.headers['retry-after']).toBe('1')
  })
  await Promise.all(flood)
})

test('a typing error is forgiven where little is found, and only then', async () => {
  await clips({ title: 'Claymation one' }, { title: 'Claymation two' }, { title: 'Quagga' })
  await countWords(t.deps)
  expect(await search('clayamtion two')).toMatchObject({ corrected: 'claymation two', count: 1 })
  expect(await search('"clayamtion" -three')).toMatchObject({ corrected: '"claymation" -three', count: 2 })
  expect(await search('clayamtion', '&exact=true')).toMatchObject({ corrected: null, count: 0 })
  expect(await search('claymation')).toMatchObject({ corrected: null, count: 2 })
  // New since the words were counted: it is no error.
  await clips({ title: 'Claymationes' })
  expect(await search('claymationes')).toMatchObject({ corrected: null, count: 1 })
})

test('suggestions: words, tags, creators and tools that begin so, the commonest first', async () => {
  const { user, caller } = await t.signUp()
  await caller.put(`/api/users/${user.id}`, { username: 'zebrafinch', displayName: 'Zebu Zed' })
  await clips({ title: 'Zebra', tags: 'Zebra Crossing' }, { title: 'Zebra zebus', tags: 'zebra crossing, zed' })
  await countWords(t.deps)
  const suggested = async (q: string) =>
    (await t.visitor.get(`/api/search/suggestions?q=${encodeURIComponent(q)}`))
      .json<{ suggestions: { kind: string; text: string }[] }>()
      .suggestions.map(({ kind, text }) => `${kind} ${text}`)
  expect(await suggested('a fog zeb')).toEqual([
    'words a fog zebra',
    'words a fog zebus',
    'tag Zebra Crossing',
    'creator zebrafinch',
  ])
  expect(await suggested('#zeb')).toEqual(['tag Zebra Crossing'])
  expect(await suggested('@zebu')).toEqual(['creator zebrafinch'])
  expect(await suggested('tool:pik')).toEqual(['tool pika-labs'])
  for (const q of ['', ' ', '%', '_', '\\', '#', '@', "'", 'zeb ', '-'])
    expect([q, await suggested(q)]).toEqual([q, []])
})

test('another process finds it once it is indexed, and no more once it is hidden', async () => {
  const signals = await startSignals(t.databaseUrl, t.db)
  const other = await buildApp({ ...t.deps, signals })
  const heard = (topic: string) =>
    new Promise<void>((resolve) => {
      const stop = signals.on(topic, () => {
        stop()
        resolve()
      })
    })
  const titles = async () =>
    (await callerOf(other).get('/api/search?q=ibis')).json<SearchPage>().videos.map(({ title }) => title)
  try {
    expect(await titles()).toEqual([])
    const indexed = heard(VIDEO_INDEXED)
    const [id = ''] = await clips({ title: 'Ibis' })
    await indexed
    expect(await titles()).toEqual(['Ibis'])
    const hidden = heard(VIDEO_CHANGED)
    await hideVideo(t.deps, id, 'moderation')
    await hidden
    expect(await titles()).toEqual([])
  } finally {
    await other.close()
    await signals.stop()
  }
})

test('an address may search 120 times a minute', async () => {
  const codes = await Promise.all(
    Array.from({ length: 130 }, () =>
      t.app.inject({ url: '/api/search', remoteAddress: '203.0.113.9' }).then(({ statusCode }) => statusCode),
    ),
  )
  expect(codes.filter((code) => code === 200)).toHaveLength(120)
  expect(codes.filter((code) => code === 429)).toHaveLength(10)
})
