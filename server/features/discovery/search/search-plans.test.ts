import { sql } from 'kysely'
import { expect, test, onTestFinished } from 'vitest'
import type { SearchPage } from '../../../../contract/discovery/search.ts'
import { buildApp } from '../../../app.ts'
import { startSignals } from '../../../signals/signals.ts'
import { stopClock } from '../../../test/stop-clock.ts'
import { callerOf, insertVideos, testApp } from '../../../test/test-app.ts'
import { hideVideo } from '../../videos/publishing/hide-video.ts'
import { countWords } from './indexing/count-words.ts'
import { indexVideos } from './indexing/index-videos.ts'
import { parseSearch } from './parse-search.ts'
import { searchVideos } from './videos/video-search.queries.ts'

const t = testApp({ rateLimits: true })

async function clips(...fields: object[]): Promise<string[]> {
  const { user, caller } = await t.signUp()
  const ids = await insertVideos(t, user.id, fields.length)
  for (const [i, changes] of fields.entries()) await caller.patch(`/api/videos/${ids[i]}`, changes)
  await indexVideos(t.deps)
  return ids
}

interface SuggestionReply {
  suggestions: { kind: string; text: string }[]
}

const search = async (q: string, more = '') =>
  (await t.visitor.get(`/api/search?q=${encodeURIComponent(q)}${more}`)).json<SearchPage>()

/** Sets the count of a word to a million videos. */
const makeCommon = (word: string) =>
  sql`insert into search_words (word, lexeme, videos_count) values (${word}, ${word}, 1000000)
    on conflict (word) do update set videos_count = 1000000`.execute(t.db)

test('common words find clips in the same order as rare words', async () => {
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

test('searches without words scan the clips, starting with the newest', async () => {
  const [id] = await clips({ title: 'Kiwi' })
  expect((await search('-heron')).videos[0]).toMatchObject({ id })
  expect((await search('shape:16:9')).videos[0]).toMatchObject({ id })
  expect((await search('tool:other')).videos[0]).toMatchObject({ id })
})

test('spelling is corrected only if a search finds little', async () => {
  await clips({ title: 'Claymation one' }, { title: 'Claymation two' }, { title: 'Quagga' })
  await countWords(t.deps)
  expect(await search('clayamtion two')).toMatchObject({ corrected: 'claymation two', count: 1 })
  expect(await search('"clayamtion" -three')).toMatchObject({ corrected: '"claymation" -three', count: 2 })
  expect(await search('clayamtion', '&exact=true')).toMatchObject({ corrected: null, count: 0 })
  expect(await search('claymation')).toMatchObject({ corrected: null, count: 2 })
  // The clip is newer than the last count of words, so its word is not counted yet. It is no typing error.
  await clips({ title: 'Claymationes' })
  expect(await search('claymationes')).toMatchObject({ corrected: null, count: 1 })
})

test('suggestions begin with the text, the most common of each kind first', async () => {
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

test('a tool that the site does not offer is suggested while clips use it', async () => {
  const admin = await t.signUp({ role: 'admin' })
  const offer = (tools: string[]) => admin.caller.patch('/api/site-settings', { tools })
  onTestFinished(async () => void (await t.db.deleteFrom('siteSettings').execute()))
  const suggested = async () =>
    (await t.visitor.get('/api/search/suggestions?q=tool:runway')).json<SuggestionReply>().suggestions
  const runway = [{ kind: 'tool', text: 'runway-gen-3' }]
  expect(await suggested()).toEqual(runway)
  await offer(['other'])
  expect(await suggested()).toEqual([])
  const [id] = await clips({ title: 'Made before', toolUsed: 'runway-gen-3' })
  expect(await suggested()).toEqual(runway)
  await hideVideo(t.deps, id!, 'moderation')
  expect(await suggested()).toEqual([])
  await offer(['runway-gen-3'])
  expect(await suggested()).toEqual(runway)
})

test('people who match by any word of their name are suggested', async () => {
  const { user, caller } = await t.signUp()
  await caller.put(`/api/users/${user.id}`, { username: 'anna77', displayName: 'Anna Máriposa' })
  const namesake = await t.signUp()
  await namesake.caller.put(`/api/users/${namesake.user.id}`, { username: 'madrigal', displayName: 'Someone' })
  await clips({ title: 'Mango maple marble mast mat', tags: 'magma, magic, mauve, maroon' })
  await countWords(t.deps)
  const { suggestions } = (await t.visitor.get('/api/search/suggestions?q=ma')).json<SuggestionReply>()
  const people = suggestions.filter(({ kind }) => kind === 'creator').map(({ text }) => text)
  expect(people.toSorted()).toEqual(['anna77', 'madrigal'])
})

test('the first page lists people whose names begin with the words', async () => {
  const { user, caller } = await t.signUp()
  await caller.put(`/api/users/${user.id}`, { username: 'quillfeather', displayName: 'Ida Quokka-Stern' })
  await clips({ title: 'Quill one' }, { title: 'Quill two' })
  const found = async (q: string, more = '') => (await search(q, more)).creators.map(({ username }) => username)
  for (const q of ['qu', 'QUILL', 'quok', 'ida  quokka', 'id', 'quokka-s'])
    expect([q, await found(q)]).toEqual([q, ['quillfeather']])
  for (const q of ['uill', 'ida stern', 'quill -one', '#qu', '@qu', '%', '_'])
    expect([q, await found(q)]).toEqual([q, []])
  const { nextCursor } = await search('quill', '&limit=1')
  expect(await found('quill', `&limit=1&cursor=${nextCursor}`)).toEqual([])
  await caller.put(`/api/users/${user.id}`, { username: 'penfeather' })
  expect(await found('quill')).toEqual([])
  for (let i = 0; i < 7; i++) {
    const namesake = await t.signUp()
    await namesake.caller.put(`/api/users/${namesake.user.id}`, { username: `inkwell${i}`, displayName: 'Someone' })
  }
  expect(await found('inkwell')).toHaveLength(6)
  const muter = await t.signUp()
  await muter.caller.put(`/api/users/${user.id}/mute`)
  expect((await muter.caller.get('/api/search?q=penf')).json<SearchPage>().creators).toEqual([])
})

test('another process finds a clip once it is indexed and until it is hidden', async () => {
  const signals = await startSignals(t.databaseUrl, t.db)
  const other = await buildApp({ ...t.deps, signals })
  const titles = async () =>
    (await callerOf(other).get('/api/search?q=ibis')).json<SearchPage>().videos.map(({ title }) => title)
  onTestFinished(async () => {
    await other.close()
    await signals.stop()
  })
  // Cached results do not expire.
  stopClock()
  expect(await titles()).toEqual([])
  const [id = ''] = await clips({ title: 'Ibis' })
  await expect.poll(titles).toEqual(['Ibis'])
  await hideVideo(t.deps, id, 'moderation')
  await expect.poll(titles).toEqual([])
})
