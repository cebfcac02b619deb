import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import type { Video, VideoPage } from '../../../../contract/videos/videos.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { publish, upload, testApp } from '../../../test/test-app.ts'
import { hideVideo } from './hide-video.ts'
import { markFailed, makePoster, makePreview } from '../renditions/render.jobs.ts'
import { objectIdIn } from '../upload/upload-address.ts'
import { keysIn } from '../../../test/storage-with.ts'

const t = testApp()

async function render(videoId: string): Promise<void> {
  const job = { payload: { videoId }, signal: new AbortController().signal }
  await makePoster(t.deps, job)
  await makePreview(t.deps, job)
}

test('a published clip is listed at once, with the size that the server measured', async () => {
  const { user, caller } = await t.signUp()
  const video = await publish(caller, 'rotated-90.mp4', {
    title: '  Falling  ',
    aspectRatio: '16:9',
    tags: '#night, rain,, Night',
    caption: '',
  })
  expect(video).toMatchObject({
    title: 'Falling',
    caption: null,
    tags: 'night, rain',
    aspectRatio: '9:16',
    width: 360,
    height: 640,
    status: 'processing',
    creator: { id: user.id, username: user.username },
  })
  const wall = (await t.visitor.get('/api/videos')).json<VideoPage>()
  expect(wall.videos[0]).toEqual({ ...video, provenance: { state: video.provenance.state } })
  const original = await t.visitor.get(video.videoUrl)
  expect(video.videoBytes).toBe(original.rawPayload.length)
  expect((await t.visitor.get(`/api/users/${user.id}`)).json()).toMatchObject({ user: { videosCount: 1 } })
})

test('rendering makes a poster, a placeholder and a preview, and a repeated job makes nothing twice', async () => {
  const { caller } = await t.signUp()
  const { id } = await publish(caller)
  await render(id)
  const video = (await t.visitor.get(`/api/videos/${id}`)).json<Video>()
  expect(video).toMatchObject({ status: 'ready', failureReason: null, videoBytes: null })
  expect((await t.visitor.get(video.thumbnailUrl!)).headers['content-type']).toBe('image/webp')
  expect((await t.visitor.get(video.previewUrl!)).headers['content-type']).toBe('video/mp4')
  expect(video.placeholder).toMatch(/^[\w+/=]{20,60}$/)

  const before = await objectsCount()
  await render(id)
  expect((await t.visitor.get(`/api/videos/${id}`)).json<Video>()).toMatchObject({
    thumbnailUrl: video.thumbnailUrl,
    previewUrl: video.previewUrl,
  })
  expect(await objectsCount()).toBe(before)
})

test('a file without a video is refused with a message and leaves nothing behind', async () => {
  const { caller } = await t.signUp()
  const [objects, keys] = [await objectsCount(), await keysIn(t.deps.storage)]
  const videoUrl = await upload(caller, await readFile(sampleClip('sound-only.mp4')))
  const reply = await caller.post('/api/videos', { title: 'x', toolUsed: 'other', videoUrl })
  expect(reply.statusCode).toBe(400)
  expect(reply.json<ErrorReply>().message).toMatch(/^This (file|video) .*\.$/)
  expect([await objectsCount(), await keysIn(t.deps.storage)]).toEqual([objects, keys])
})

test('an upload that is missing, unfinished or another user’s cannot be published', async () => {
  const [owner, stranger] = [await t.signUp(), await t.signUp()]
  const whole = await upload(owner.caller, await readFile(sampleClip('plain-h264.mp4')))
  const unfinished = (await owner.caller.post('/api/objects/upload')).json<{ uploadURL: string }>().uploadURL
  const attempts = [
    stranger.caller.post('/api/videos', { title: 'x', toolUsed: 'other', videoUrl: whole }),
    owner.caller.post('/api/videos', { title: 'x', toolUsed: 'other', videoUrl: unfinished }),
    owner.caller.post('/api/videos', { title: 'x', toolUsed: 'other', videoUrl: 'http://127.0.0.1/clip.mp4' }),
  ]
  for (const reply of await Promise.all(attempts)) {
    expect(reply.statusCode).toBe(400)
    expect(reply.json<ErrorReply>().issues?.[0]?.path).toBe('videoUrl')
  }
})

test.each([
  [{ title: ' ' }, 'Title is required'],
  [{ title: 'x'.repeat(81) }, 'Title must be 80 characters or less'],
  [{ toolUsed: 'abacus' }, 'Please choose the AI tool that made this video'],
  [{ caption: 'x'.repeat(2_201) }, 'Please use at most 2,200 characters'],
  [{ tags: Array.from({ length: 31 }, (_, i) => i).join(',') }, 'Please use at most 30 tags'],
  [{ tags: 'x'.repeat(51) }, 'Tags must be 50 characters or less'],
  [{ likesCount: 7 }, 'Unknown field: likesCount'],
])('%j is refused: %s', async (fields, message) => {
  const { caller } = await t.signUp()
  const body = { title: 'x', toolUsed: 'other', videoUrl: '/objects/x', ...fields }
  const reply = await caller.post('/api/videos', body)
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ code: 'VALIDATION_FAILED', message })
})

test('paging neither repeats nor skips clips while others are published', async () => {
  const { user, caller } = await t.signUp()
  const made: string[] = []
  for (let i = 0; i < 5; i++) made.unshift((await publish(caller)).id)
  const list = `/api/videos/user/${user.id}?limit=2`
  const seen: string[] = []
  let page = (await t.visitor.get(list)).json<VideoPage>()
  await publish(caller)
  while (true) {
    seen.push(...page.videos.map(({ id }) => id))
    if (!page.nextCursor) break
    page = (await t.visitor.get(`${list}&cursor=${page.nextCursor}`)).json<VideoPage>()
  }
  expect(seen).toEqual(made)
})

test.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'cursor=MjAyNiBhYmM', 'offset=1'])(
  'a list refuses ?%s',
  async (query) => {
    expect((await t.visitor.get(`/api/videos?${query}`)).statusCode).toBe(400)
  },
)

test('a hidden video is visible to its owner only', async () => {
  const [owner, stranger] = [await t.signUp(), await t.signUp()]
  const { id } = await publish(owner.caller)
  await hideVideo(t.deps, id, 'file')
  expect((await owner.caller.get(`/api/videos/${id}`)).statusCode).toBe(200)
  for (const caller of [t.visitor, stranger.caller]) {
    expect((await caller.get(`/api/videos/${id}`)).statusCode).toBe(404)
    const { videos } = (await caller.get(`/api/videos/user/${owner.user.id}`)).json<VideoPage>()
    expect(videos).toEqual([])
  }
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

test('renditions that cannot be made leave a reason on the row', async () => {
  const { caller } = await t.signUp()
  const { id, videoUrl } = await publish(caller)
  await t.deps.storage.remove(objectIdIn(videoUrl)!)
  await expect(render(id)).rejects.toThrow()
  await markFailed(t.deps, { payload: { videoId: id }, signal: new AbortController().signal })
  const video = (await t.visitor.get(`/api/videos/${id}`)).json<Video>()
  expect(video).toMatchObject({ status: 'failed', failureReason: expect.stringMatching(/\.$/) })
})

async function objectsCount(): Promise<number> {
  return (await t.db.selectFrom('objects').select('id').execute()).length
}
