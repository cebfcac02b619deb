import { once } from 'node:events'
import { createServer } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { OwnUser } from '../../../contract/account/users.ts'
import type { Video } from '../../../contract/videos/videos.ts'
import { makePoster } from '../../features/videos/renditions/render.jobs.ts'
import { indexVideos } from '../../features/discovery/search/indexing/index-videos.ts'
import { hideVideo, showVideo } from '../../features/videos/publishing/hide-video.ts'
import { createCdnPurge } from '../../storage/cdn-purge.ts'
import { close, listen } from '../../test/servers/listen.ts'
import { type PurgeReceiver, startPurgeReceiver } from '../../test/servers/purge-receiver.ts'
import { signInOn } from '../../test/clients/devices.ts'
import { type Caller, jobOf, publish, startTestApp, type TestApp, upload } from '../../test/test-app.ts'

// Tests objects at a separate origin: `OBJECTS_URL`, and `CDN_PURGE_URL`.

const CDN = 'https://media.example.org'
const warnings: string[] = []

let receiver: PurgeReceiver
let t: TestApp
let creator: Creator & { video: Video }
beforeAll(async () => {
  receiver = await startPurgeReceiver()
  const cdn = createCdnPurge(receiver.url, { warn: (line) => warnings.push(line) })
  t = await startTestApp({ objectsUrl: CDN, cdn })
  creator = await withClip()
})
afterAll(async () => {
  await t.stop()
  await receiver.stop()
})
beforeEach(() => receiver.answerWith(204))

interface Creator {
  caller: Caller
  /** The user, as `GET /api/user` returns them to themselves. */
  user: OwnUser
}

async function withPicture(): Promise<Creator> {
  const { caller } = await t.signUp()
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
  await caller.put('/api/avatar', { avatarImageURL: await upload(caller, await picture.png().toBuffer()) })
  return { caller, user: (await caller.get('/api/user')).json<OwnUser>() }
}

/** Signs up a person with a picture and a clip with a poster. The tests share them and leave them visible. */
async function withClip(): Promise<Creator & { video: Video }> {
  const { caller, user } = await withPicture()
  const { id } = await publish(caller, 'plain-h264.mp4', { title: 'A clip', tags: 'sea' })
  await makePoster(t.deps, jobOf({ videoId: id }))
  return { caller, user, video: (await t.visitor.get(`/api/videos/${id}`)).json<Video>() }
}

/** Returns the origins of all object addresses in a string. */
const originsIn = (text: string) =>
  [...text.replaceAll('\\/', '/').matchAll(/([\w:/.-]*)\/objects\/[0-9a-f-]{36}/g)].map(([, origin]) => origin)

test('addresses of public objects are those of the CDN in every response', async () => {
  const { caller, user, video } = creator
  const fan = await t.signUp()
  await fan.caller.post(`/api/users/${user.id}/follow`)
  await caller.post(`/api/users/${fan.user.id}/follow`)
  await caller.post(`/api/videos/${video.id}/comments`, { text: 'Mine' })
  await caller.post(`/api/videos/${video.id}/like`)
  await indexVideos(t.deps)
  const paths = [
    `/api/videos/${video.id}`,
    '/api/videos',
    `/api/videos/${video.id}/comments`,
    '/api/users',
    `/api/users/${user.id}`,
    `/api/users/${fan.user.id}/following`,
    `/api/users/${fan.user.id}/followers`,
    '/api/creators',
    `/api/search/suggestions?q=${encodeURIComponent(`@${user.username}`)}`,
    `/video/${video.id}`,
    `/profile/${user.username}`,
    '/tag/sea',
    '/',
    `/embed/${video.id}`,
    `/oembed?url=${encodeURIComponent(`http://reverie.test/video/${video.id}`)}`,
    '/feed.rss',
    '/feed.atom',
    '/feed.json',
  ]
  for (const path of paths) {
    const { statusCode, body } = await t.visitor.get(path)
    expect([path, statusCode, new Set(originsIn(body))]).toEqual([path, 200, new Set([CDN])])
  }
  const notified = (await fan.caller.get('/api/notifications')).body
  expect(new Set(originsIn(notified))).toEqual(new Set([CDN]))
})

test('pages may load objects of the CDN and nothing else from other sites', async () => {
  const { video } = creator
  for (const [path, local] of [
    ['/', "'self' blob:"],
    [`/embed/${video.id}`, "'self' blob:"],
  ] as const) {
    const policy = String((await t.visitor.get(path)).headers['content-security-policy']).split('; ')
    expect(policy).toContain(`media-src ${local} ${CDN}`)
    expect(policy).toContain(`connect-src 'self' ${CDN}`)
    expect(policy.find((each) => each.startsWith('img-src'))).toMatch(new RegExp(` ${CDN}$`))
    expect(policy.filter((each) => each.includes(CDN))).toHaveLength(3)
  }
})

test('only this site serves hidden objects, which are purged from the CDN', async () => {
  const { caller, video } = creator
  const paths = [video.videoUrl, video.thumbnailUrl!].map((address) => new URL(address).pathname)
  await hideVideo(t.deps, video.id, 'moderation')
  const own = (await caller.get(`/api/videos/${video.id}`)).json<Video>()
  expect([own.videoUrl, own.thumbnailUrl]).toEqual(paths)
  for (const path of paths) {
    expect((await t.visitor.get(path)).statusCode).toBe(404)
    expect((await caller.get(path)).statusCode).toBe(200)
  }
  const withoutExtensions = paths.map((path) => path.replace(/\.\w+$/, ''))
  await expect.poll(() => receiver.paths).toEqual(expect.arrayContaining([...paths, ...withoutExtensions]))
  await showVideo(t.deps, video.id, 'moderation')
  expect((await t.visitor.get(`/api/videos/${video.id}`)).json<Video>().videoUrl).toBe(video.videoUrl)
})

test('deleted objects are purged from the CDN, and a failed purge is retried', async () => {
  const { caller } = await t.signUp()
  const video = await publish(caller)
  receiver.answerWith(503)
  const before = receiver.requestsCount
  expect((await caller.delete(`/api/videos/${video.id}`)).statusCode).toBe(204)
  await expect.poll(() => receiver.requestsCount).toBeGreaterThan(before)
  const path = new URL(video.videoUrl).pathname
  expect(receiver.paths).not.toContain(path)
  receiver.answerWith(204)
  await expect.poll(() => receiver.paths).toContain(path)
  expect(warnings.at(-1)).toMatch(/Could not purge the CDN: Error: it answered 503/)
})

test('a stop sends the waiting paths, each once', async () => {
  const cdn = createCdnPurge(receiver.url, { warn: () => {} })
  cdn.forget(['/objects/a', '/objects/b'])
  await cdn.stop()
  expect(receiver.paths.slice(-2).toSorted()).toEqual(['/objects/a', '/objects/b'])
  expect(receiver.paths.filter((path) => path === '/objects/a')).toHaveLength(1)
})

test('a hook that does not answer does not keep the process from stopping', async () => {
  const silent = createServer(() => {})
  const port = await listen(silent)
  onTestFinished(() => close(silent))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const cdn = createCdnPurge(`http://127.0.0.1:${port}`, { warn: () => {} })
  cdn.forget(['/objects/a'])
  await once(silent, 'request')
  let isStopped = false
  void cdn.stop().then(() => (isStopped = true))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(isStopped).toBe(true)
})

test('the picture of an account awaiting deletion is purged from the CDN', async () => {
  const { user, caller } = await withPicture()
  expect((await caller.put('/api/account/deletion', { name: user.username! })).statusCode).toBe(200)
  await expect.poll(() => receiver.paths).toContain(user.avatarUrl)
  expect((await t.visitor.get(user.avatarUrl!)).statusCode).toBe(404)
  const back = await signInOn(t, user.email)
  const profile = (await back.get(`/api/users/${user.id}`)).json<{ user: OwnUser }>()
  expect(profile.user.avatarUrl).toBe(user.avatarUrl)
  expect((await back.get(user.avatarUrl!)).statusCode).toBe(200)
})

test('one’s own picture may have its CDN address, another person’s is refused', async () => {
  const [one, other] = [await withPicture(), creator]
  const update = (avatarUrl: string) => one.caller.put(`/api/users/${one.user.id}`, { avatarUrl, bio: 'x' })
  expect((await update(CDN + one.user.avatarUrl)).json()).toMatchObject({ user: { avatarUrl: one.user.avatarUrl } })
  expect((await update(CDN + other.user.avatarUrl)).statusCode).toBe(400)
})
