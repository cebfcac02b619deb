import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import type { Video, VideoPage } from '../../../../contract/videos/videos.ts'
import { buildApp } from '../../../app.ts'
import { startSignals } from '../../../signals/signals.ts'
import { readPages } from '../../../test/read-pages.ts'
import { stopClock } from '../../../test/stop-clock.ts'
import { insertVideos, publish, type Caller, testApp } from '../../../test/test-app.ts'
import { hideVideo, showVideo } from '../publishing/hide-video.ts'

const t = testApp()

async function page(caller: Caller, query = '', path = '/api/videos'): Promise<VideoPage> {
  return (await caller.get(path + query)).json<VideoPage>()
}

test.each([
  ['the feed', () => '/api/videos'],
  ['a profile', (id: string) => `/api/videos/user/${id}`],
])('paging %s neither repeats nor skips clips while others are published and deleted', async (_list, pathOf) => {
  const { user, caller } = await t.signUp()
  const made = await insertVideos(t, user.id, 30)
  const [kept, doomed] = [made.filter((_, i) => i % 3 !== 2), made.filter((_, i) => i % 3 === 2)]
  const seen: string[] = []
  for await (const { videos } of readPages<VideoPage>(t.visitor, `${pathOf(user.id)}?limit=7`)) {
    seen.push(...videos.map(({ id }) => id))
    const victim = doomed.shift()
    if (victim) await caller.delete(`/api/videos/${victim}`)
    await insertVideos(t, user.id, 2)
  }
  // Each clip that existed throughout is listed once, in order.
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.filter((id) => kept.includes(id))).toEqual(kept)
})

test('the list of a creator without clips is empty, and that of an unknown or suspended one is a 404', async () => {
  const [creator, suspended] = [await t.signUp(), await t.signUp({ isHidden: true, hiddenFor: ['suspension'] })]
  const ask = async (caller: Caller, id: string) => {
    const reply = await caller.get(`/api/videos/user/${id}`)
    return [reply.statusCode, reply.json<VideoPage & ErrorReply>().message]
  }
  expect(await ask(t.visitor, creator.user.id)).toEqual([200, undefined])
  expect(await ask(suspended.caller, suspended.user.id)).toEqual([200, undefined])
  for (const id of [suspended.user.id, randomUUID()]) {
    for (const caller of [t.visitor, creator.caller]) expect(await ask(caller, id)).toEqual([404, 'User not found'])
  }
})

test('a list of a hundred rows needs as many queries as one row', async () => {
  const { user } = await t.signUp()
  const fan = await t.signUp()
  const [id] = await insertVideos(t, user.id, 100)
  await fan.caller.post(`/api/videos/${id}/like`)
  stopClock()
  for (const caller of [t.visitor, fan.caller]) {
    const path = `/api/videos/user/${user.id}`
    const forOne = await t.countQueries(() => page(caller, '?limit=1', path))
    const forAll = await t.countQueries(() => page(caller, '?limit=100', path))
    expect(forAll).toBe(forOne)
    // The remaining queries of a signed-in viewer: their session and their likes.
    expect(await t.countQueries(() => page(caller, '?limit=100', path))).toBe(caller === t.visitor ? 0 : 2)
  }
})

test('a later page is cached at its second request within a second', async () => {
  const { user } = await t.signUp()
  const fan = await t.signUp()
  const ids = await insertVideos(t, user.id, 9)
  stopClock()
  const path = `/api/videos/user/${user.id}`
  const { nextCursor } = await page(t.visitor, '?limit=3', path)
  const later = () => page(t.visitor, `?limit=3&cursor=${nextCursor}`, path)
  const queries: number[] = []
  for (let i = 0; i < 4; i++) queries.push(await t.countQueries(later))
  expect(queries).toEqual([1, 1, 0, 0])

  await fan.caller.post(`/api/videos/${ids[3]}/like`)
  expect((await later()).videos.map(({ likesCount }) => likesCount)).toEqual([1, 0, 0])
  await hideVideo(t.deps, ids[4]!, 'file')
  expect((await later()).videos.map(({ id }) => id)).toEqual([ids[3], ids[5], ids[6]])
})

test('concurrent requests for different pages of the feed share queries', async () => {
  const { user } = await t.signUp()
  await insertVideos(t, user.id, 20)
  const { nextCursor } = await page(t.visitor, '?limit=1')
  const requests = Array.from({ length: 16 }, (_, i) => `?limit=${i + 2}&cursor=${nextCursor}`)
  const alone: VideoPage[] = []
  for (const query of requests) alone.push(await page(t.visitor, query))
  let together: VideoPage[] = []
  const queries = await t.countQueries(async () => {
    const bad = t.visitor.get('/api/videos?cursor=bad')
    together = await Promise.all(requests.map((query) => page(t.visitor, query)))
    expect((await bad).statusCode).toBe(400)
  })
  expect(together).toEqual(alone)
  expect(queries).toBeLessThan(10)
})

test('fifty concurrent viewers share queries', async () => {
  const { user } = await t.signUp()
  await insertVideos(t, user.id, 24)
  const fans = await t.signUpMany(50)
  stopClock()
  const queries = await t.countQueries(() => Promise.all(fans.map(({ caller }) => page(caller))))
  expect(queries).toBeLessThan(20)
})

test('every change is visible to all viewers at once', async () => {
  const { user, caller } = await t.signUp()
  const stranger = await t.signUp()
  const lists = ['/api/videos', `/api/videos/user/${user.id}`]
  const seen = async (id: string): Promise<(Video | undefined)[]> =>
    Promise.all(
      [t.visitor, stranger.caller, caller].flatMap((viewer) =>
        lists.map(async (path) => (await page(viewer, '', path)).videos.find((video) => video.id === id)),
      ),
    )
  const { id } = await publish(caller)
  const six = (title: string | undefined) => Array.from({ length: 6 }, () => title)
  expect((await seen(id)).map((video) => video?.title)).toEqual(six('A clip'))

  await caller.patch(`/api/videos/${id}`, { title: 'Another' })
  expect((await seen(id)).map((video) => video?.title)).toEqual(six('Another'))
  await caller.put(`/api/users/${user.id}`, { displayName: 'New name' })
  expect((await seen(id)).map((video) => video?.creator.displayName)).toEqual(six('New name'))
  await t.visitor.post(`/api/videos/${id}/view`)
  expect((await seen(id)).map((video) => video?.viewsCount)).toEqual(Array.from({ length: 6 }, () => 1))
  await hideVideo(t.deps, id, 'file')
  expect((await seen(id)).map((video) => video?.title)).toEqual(six(undefined))
  await showVideo(t.deps, id, 'file')
  expect((await seen(id)).map((video) => video?.title)).toEqual(six('Another'))
  expect((await caller.delete(`/api/videos/${id}`)).statusCode).toBe(204)
  expect((await seen(id)).map((video) => video?.title)).toEqual(six(undefined))
})

test('changes invalidate the caches of other processes', async () => {
  const signals = await startSignals(t.databaseUrl, t.db)
  const app = await buildApp({ ...t.deps, signals })
  onTestFinished(async () => {
    await app.close()
    await signals.stop()
  })
  const { user, caller } = await t.signUp()
  const [id = ''] = await insertVideos(t, user.id, 1)
  const readThere = async () => (await app.inject(`/api/videos/${id}`)).json<Video>()
  // Cached replies do not expire.
  stopClock()
  await readThere()
  await caller.patch(`/api/videos/${id}`, { title: 'Changed elsewhere' })
  await expect.poll(readThere).toMatchObject({ title: 'Changed elsewhere' })
  await caller.post(`/api/videos/${id}/like`)
  await expect.poll(readThere).toMatchObject({ likesCount: 1, isLiked: false })
})

test('lists are compressed for clients that accept gzip, with a separate ETag', async () => {
  const { user, caller } = await t.signUp()
  await insertVideos(t, user.id, 20)
  for (const asker of [t.visitor, caller]) {
    const ask = (headers: Record<string, string>) => asker.inject({ method: 'GET', url: '/api/videos', headers })
    const [plain, small] = [await ask({}), await ask({ 'accept-encoding': 'br, gzip' })]
    expect(small.headers['content-encoding']).toBe('gzip')
    expect(Number(small.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 3)
    expect(gunzipSync(small.rawPayload).toString()).toBe(plain.body)
    for (const unwilling of ['gzip;q=0', 'identity', 'gzip;q=x', 'x-gzip']) {
      expect((await ask({ 'accept-encoding': unwilling })).headers['content-encoding']).toBeUndefined()
    }
  }
  const etag = async (encoding: string) =>
    String((await t.visitor.inject({ url: '/api/videos', headers: { 'accept-encoding': encoding } })).headers.etag)
  expect(await etag('gzip')).not.toBe(await etag('identity'))
  const known = { 'accept-encoding': 'gzip', 'if-none-match': await etag('gzip') }
  expect((await t.visitor.inject({ url: '/api/videos', headers: known })).statusCode).toBe(304)
})

test('pages may be cached for a second for visitors, and never for users', async () => {
  const { user, caller } = await t.signUp()
  await insertVideos(t, user.id, 1)
  const first = await t.visitor.get('/api/videos')
  expect(first.headers).toMatchObject({
    'cache-control': 'public, max-age=0, s-maxage=1',
    vary: 'Cookie, Accept-Encoding',
    etag: expect.stringMatching(/^"[\w-]+"$/),
  })
  const { etag } = first.headers
  for (const tags of [String(etag), `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await t.visitor.inject({ method: 'GET', url: '/api/videos', headers: { 'if-none-match': tags } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  }
  const own = await caller.get('/api/videos')
  expect(own.headers['cache-control']).toBe('private, no-store')
  expect(own.headers).not.toHaveProperty('etag')
})

test.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'cursor=MjAyNiBhYmM', 'offset=1'])(
  'a list refuses ?%s',
  async (query) => {
    expect((await t.visitor.get(`/api/videos?${query}`)).statusCode).toBe(400)
  },
)

test('an empty cursor is refused and does not fail a concurrent request for the first page', async () => {
  const { id } = await publish((await t.signUp()).caller)
  const path = `/api/videos/${id}/remixes`
  const replies = await Promise.all([t.visitor.get(`${path}?cursor=`), t.visitor.get(path)])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 200])
})

test('a visitor’s conditional request gets a 304 until the video changes', async () => {
  const { caller } = await t.signUp()
  const { id } = await publish(caller)
  const ask = (etag = '') =>
    t.visitor.inject({ method: 'GET', url: `/api/videos/${id}`, headers: { 'if-none-match': etag } })
  const { headers } = await ask()
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=0, s-maxage=1', vary: 'Cookie, Accept-Encoding' })
  const again = await ask(String(headers.etag))
  expect([again.statusCode, again.body]).toEqual([304, ''])

  await caller.post(`/api/videos/${id}/like`)
  const liked = await ask(String(headers.etag))
  expect([liked.statusCode, liked.json<Video>().likesCount]).toEqual([200, 1])
  await caller.patch(`/api/videos/${id}`, { title: 'Changed', toolUsed: 'pika-labs' })
  expect((await ask(String(liked.headers.etag))).json()).toMatchObject({ title: 'Changed', toolUsed: 'pika-labs' })
  await hideVideo(t.deps, id, 'file')
  expect((await ask('*')).statusCode).toBe(404)

  const own = await caller.get(`/api/videos/${id}`)
  expect([own.headers['cache-control'], own.headers.etag]).toEqual(['private, no-store', undefined])
})
