import { expect, test } from 'vitest'
import { MARK_END, MARK_START, type SearchPage } from '../../../../contract/discovery/search.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { stopClock } from '../../../test/stop-clock.ts'
import { type Caller, insertVideos, testApp } from '../../../test/test-app.ts'
import { hideVideo, showVideo } from '../../videos/publishing/hide-video.ts'
import { indexVideos } from './indexing/index-videos.ts'

const t = testApp()

async function search(q: string, { as = t.visitor, more = '' }: { as?: Caller; more?: string } = {}) {
  const reply = await as.get(`/api/search?q=${encodeURIComponent(q)}${more}`)
  expect([q, reply.statusCode]).toEqual([q, 200])
  return reply.json<SearchPage>()
}

const titlesOf = ({ videos }: Pick<SearchPage, 'videos'>) => videos.map(({ title }) => title)

/** Creates clips with these fields, newest first. The clips of one test share a word that no other test uses. */
async function clips(...fields: object[]): Promise<{ ids: string[]; user: OwnUser; caller: Caller }> {
  const { user, caller } = await t.signUp()
  const ids = await insertVideos(t, user.id, fields.length)
  for (const [i, changes] of fields.entries()) await caller.patch(`/api/videos/${ids[i]}`, changes)
  await indexVideos(t.deps)
  return { ids, user, caller }
}

test('words, phrases and exclusions find the matching clips', async () => {
  await clips(
    { title: 'Walrus in a glass city' },
    { title: 'A city, a glass', caption: 'Walruses everywhere' },
    { title: 'Walrus', prompt: 'no cities here' },
  )
  expect(titlesOf(await search('walrus'))).toHaveLength(3)
  expect(titlesOf(await search('walrus city glass'))).toEqual(['Walrus in a glass city', 'A city, a glass'])
  expect(titlesOf(await search('walrus "glass city"'))).toEqual(['Walrus in a glass city'])
  expect(titlesOf(await search('walrus -glass'))).toEqual(['Walrus'])
  expect(titlesOf(await search('walrus -"glass city"', { more: '&sort=newest' }))).toEqual([
    'A city, a glass',
    'Walrus',
  ])
  expect(titlesOf(await search('walr'))).toHaveLength(3)
  expect(await search('walr ')).toMatchObject({ videos: [], count: 0, isAbout: false, nextCursor: null })
  expect(await search('')).toMatchObject({ videos: [], count: 0, shownCount: 0, isCut: false, corrected: null })
  expect(await search('the')).toMatchObject({ videos: [], invalidFilters: [] })
  expect(await search('walrus @the_sea')).toMatchObject({ videos: [], invalidFilters: ['@the_sea'] })
})

test('a clip with the word in its title is the best match', async () => {
  await clips({ title: 'Newer', prompt: 'an okapi' }, { title: 'Okapi' })
  expect(titlesOf(await search('okapi'))).toEqual(['Okapi', 'Newer'])
  expect(titlesOf(await search('okapi', { more: '&sort=newest' }))).toEqual(['Newer', 'Okapi'])
})

test('tags, creators, tools, models and shapes find the matching clips', async () => {
  const { user, ids } = await clips(
    { title: 'Tapir one', tags: 'Stop Motion, fog', toolUsed: 'pika-labs' },
    { title: 'Tapir two', tags: 'fog', model: 'Kling 2.1' },
    { title: 'Tapir three' },
  )
  await t.change('videoSearch', { videoId: ids[2]! }, { aspectRatio: '9:16' })
  const found = async (q: string) => titlesOf(await search(q, { more: '&sort=newest' }))
  expect(await found('tapir #fog')).toEqual(['Tapir one', 'Tapir two'])
  expect(await found('tapir #"stop  motion"')).toEqual(['Tapir one'])
  expect(await found('tapir -#fog')).toEqual(['Tapir three'])
  expect(await found('tapir tool:pika')).toEqual(['Tapir one'])
  expect(await found('tapir tool:kling')).toEqual(['Tapir two'])
  expect(await found('tapir shape:vertical')).toEqual(['Tapir three'])
  expect(await found('tapir shape:16:9')).toEqual(['Tapir one', 'Tapir two'])
  expect(await found('tapir -shape:landscape')).toEqual(['Tapir three'])
  // A search with only filters lists the newest clips first.
  expect(await found(`@${user.username?.toUpperCase()}`)).toEqual(['Tapir one', 'Tapir two', 'Tapir three'])
  expect(await found(`@${user.username} -tool:pika`)).toEqual(['Tapir two', 'Tapir three'])
  expect(await found('@nobody')).toEqual([])
  expect(await found('#"stop motion" tool:pika shape:16:9')).toEqual(['Tapir one'])
  expect((await search(`@${user.username}`)).count).toBe(3)
})

test('publishing or hiding clips between pages neither repeats nor skips a clip', async () => {
  const { ids } = await clips(...Array.from({ length: 7 }, (_, i) => ({ title: `Narwhal ${i}` })))
  const first = await search('narwhal', { more: '&limit=2&sort=newest' })
  expect(first).toMatchObject({ count: 7, shownCount: 7, isAbout: false })
  await clips({ title: 'Narwhal new' })
  await hideVideo(t.deps, ids[2]!, 'moderation')
  await hideVideo(t.deps, ids[3]!, 'moderation')
  const seen = titlesOf(first)
  for (let cursor = first.nextCursor; cursor;) {
    const page = await search('narwhal', { more: `&limit=2&sort=newest&cursor=${cursor}` })
    expect(page.videos.length).toBeGreaterThan(0)
    seen.push(...titlesOf(page))
    cursor = page.nextCursor
  }
  expect(seen).toEqual([0, 1, 4, 5, 6].map((i) => `Narwhal ${i}`))
  expect(titlesOf(await search('narwhal', { more: '&sort=newest' }))).toContain('Narwhal new')
  expect((await t.visitor.get('/api/search?q=narwhal&cursor=x')).statusCode).toBe(400)
})

test('the next page of a search begins after the preceding page even if its last clip was deleted', async () => {
  const { ids, caller } = await clips(...Array.from({ length: 4 }, (_, i) => ({ title: `Dugong ${i}` })))
  const first = await search('dugong', { more: '&limit=2&sort=newest' })
  await caller.delete(`/api/videos/${ids[1]}`)
  const second = await search('dugong', { more: `&limit=2&sort=newest&cursor=${first.nextCursor}` })
  expect([...titlesOf(first), ...titlesOf(second)]).toEqual([0, 1, 2, 3].map((i) => `Dugong ${i}`))
})

test('the next page of a search skips no clip if another viewer paged before the first clips were published', async () => {
  const page = (cursor?: string | null) =>
    search('numbat', { more: `&limit=2&sort=newest${cursor ? `&cursor=${cursor}` : ''}` })
  await clips(...Array.from({ length: 5 }, (_, i) => ({ title: `Numbat ${i}` })))
  await page((await page()).nextCursor)
  for (const title of ['Numbat new', 'Numbat newest']) await clips({ title })
  const first = await page()
  const second = await page(first.nextCursor)
  expect([...titlesOf(first), ...titlesOf(second)]).toEqual(['Numbat newest', 'Numbat new', 'Numbat 0', 'Numbat 1'])
})

test('a cached search finds indexed clips and loses hidden and deleted clips', async () => {
  expect(await search('axolotl')).toMatchObject({ videos: [] })
  const { ids, caller } = await clips({ title: 'Axolotl' })
  expect(titlesOf(await search('axolotl'))).toEqual(['Axolotl'])
  await hideVideo(t.deps, ids[0]!, 'moderation')
  expect(await search('axolotl')).toMatchObject({ videos: [], count: 0 })
  await showVideo(t.deps, ids[0]!, 'moderation')
  await indexVideos(t.deps)
  expect(titlesOf(await search('axolotl'))).toEqual(['Axolotl'])
  await caller.delete(`/api/videos/${ids[0]}`)
  expect(await search('axolotl')).toMatchObject({ videos: [], count: 0 })
})

test('a change drops a cached search only if the search contains the changed clip', async () => {
  const { ids, caller } = await clips({ title: 'Pangolin' }, { title: 'Aardvark' })
  const viewsOf = async () => (await search('pangolin')).videos.map(({ viewsCount }) => viewsCount)
  const clock = stopClock()
  await t.visitor.get(`/api/videos/${ids[0]}`)
  clock.pass(900)
  expect(await viewsOf()).toEqual([0])
  // Changes the row without a signal. After another 200 ms the cached clip has expired, but the cached search has
  // not.
  await t.change('videos', ids[0]!, { viewsCount: 70 })
  clock.pass(200)
  await t.visitor.post(`/api/videos/${ids[1]}/view`)
  await caller.post(`/api/videos/${ids[1]}/like`)
  await caller.post(`/api/videos/${ids[1]}/comments`, { text: 'Nice' })
  await caller.patch(`/api/videos/${ids[1]}`, { title: 'Armadillo' })
  expect(await viewsOf()).toEqual([0])

  await t.visitor.post(`/api/videos/${ids[0]}/view`)
  expect(await viewsOf()).toEqual([71])
  await caller.patch(`/api/videos/${ids[0]}`, { title: 'Pangolin again' })
  expect(titlesOf(await search('pangolin'))).toEqual(['Pangolin again'])
})

test('cached suggestions lose tags of hidden clips and former names at once', async () => {
  const { ids, user, caller } = await clips({ tags: 'wombatburrow' })
  await caller.put(`/api/users/${user.id}`, { displayName: 'Former name' })
  const suggested = async (q: string) =>
    (await t.visitor.get(`/api/search/suggestions?q=${encodeURIComponent(q)}`)).body
  stopClock()
  expect(await suggested('#wombatb')).toContain('wombatburrow')
  expect(await suggested(`@${user.username}`)).toContain('Former name')
  await hideVideo(t.deps, ids[0]!, 'moderation')
  await caller.put(`/api/users/${user.id}`, { displayName: 'New name' })
  expect(await suggested('#wombatb')).not.toContain('wombatburrow')
  expect(await suggested(`@${user.username}`)).toContain('New name')
})

test('suggestions leave out muted creators', async () => {
  const [{ user }, { caller }] = [await t.signUp(), await t.signUp()]
  const suggested = async (as: Caller) => (await as.get(`/api/search/suggestions?q=@${user.username}`)).body
  expect(await suggested(caller)).toContain(user.id)
  await caller.put(`/api/users/${user.id}/mute`)
  expect(await suggested(caller)).not.toContain(user.id)
  expect(await suggested(t.visitor)).toContain(user.id)
})

test('a search and its counts leave out muted creators, and its clips show the viewer’s likes', async () => {
  const { ids, user } = await clips({ title: 'Quokka' })
  const { ids: others } = await clips({ title: 'Quokka of another' })
  const { caller } = await t.signUp()
  await caller.post(`/api/videos/${ids[0]}/like`)
  const own = { id: ids[0], isLiked: true, likesCount: 1 }
  expect(await search('quokka -another', { as: caller })).toMatchObject({ videos: [own], count: 1 })
  await caller.put(`/api/users/${user.id}/mute`)
  const shown = { videos: [{ id: others[0] }], count: 1, shownCount: 1 }
  expect(await search('quokka', { as: caller })).toMatchObject(shown)
  expect(await search('quokka -another')).toMatchObject({ videos: [{ isLiked: false, likesCount: 1 }], count: 1 })
})

test('muted and hidden clips do not add queries to a page', async () => {
  const [oldest = ''] = await insertVideos(t, (await t.signUp()).user.id, 1)
  const old = { title: 'Bilby of another', createdAt: '2020-01-01T00:00:00Z' }
  await t.change('videos', oldest, old)
  const { ids, user } = await clips(...Array.from({ length: 12 }, (_, i) => ({ title: `Bilby ${i}` })))
  const { caller } = await t.signUp()
  await caller.put(`/api/users/${user.id}/mute`)
  const first = await search('bilby', { more: '&limit=1&sort=newest' })
  await hideVideo(t.deps, ids[1]!, 'moderation')
  const pageAfter = { as: caller, more: `&limit=1&sort=newest&cursor=${first.nextCursor}` }
  const queries = await t.countQueries(async () => {
    expect(await search('bilby', pageAfter)).toMatchObject({ videos: [{ id: oldest }], nextCursor: null })
  })
  expect(queries).toBeLessThan(12)
})

test('match markers show where each original text matched, and cannot be forged', async () => {
  const { ids } = await clips({
    title: `Crème ${MARK_START}Brûlée${MARK_END} cities`,
    caption: 'Nothing of it',
    prompt: `${'long '.repeat(50)}a CITY of 東京都 ${'more '.repeat(50)}`,
  })
  const excerptOf = async (q: string) =>
    Object.fromEntries(
      Object.entries((await search(q)).excerpts[ids[0]!] ?? {}).map(([name, text]) => [
        name,
        text?.replaceAll(MARK_START, '[').replaceAll(MARK_END, ']'),
      ]),
    )
  expect(await excerptOf('brulee')).toEqual({ title: 'Crème [Brûlée] cities' })
  const { title, caption, prompt } = await excerptOf('brulee city 京都')
  expect([title, caption]).toEqual(['Crème [Brûlée] [cities]', undefined])
  expect(prompt).toMatch(/^…long (long )*a \[CITY\] of 東\[京都\] more (more )*mo?r?e?…$/)
  expect(await excerptOf('brul')).toEqual({ title: 'Crème [Brûlée] cities' })
})
