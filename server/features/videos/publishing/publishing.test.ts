import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import type { VideoPage } from '../../../../contract/videos/videos.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { insertVideos, publish, upload, testApp } from '../../../test/test-app.ts'
import { objectIdIn } from '../upload/upload-address.ts'
import { keysIn } from '../../../test/storage-with.ts'

const t = testApp()

test('a published clip is listed at once, with its measured size', async () => {
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

test('a file without a video is refused and leaves nothing behind', async () => {
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

test('an edit changes only the sent fields and clears empty ones', async () => {
  const { caller } = await t.signUp()
  const { id } = await publish(caller, 'plain-h264.mp4', { caption: 'Seen', prompt: 'p', tags: 'a, b' })
  const url = `/api/videos/${id}`
  expect((await caller.patch(url, { title: ' New ' })).json()).toMatchObject({
    title: 'New',
    caption: 'Seen',
    tags: 'a, b',
  })
  expect((await caller.patch(url, { caption: '', prompt: null, tags: '' })).json()).toMatchObject({
    title: 'New',
    caption: null,
    prompt: null,
    tags: '',
  })
})

test('deleting removes the video with its likes, notifications, counts and bytes', async () => {
  const { user, caller } = await t.signUp()
  const fan = await t.signUp()
  const { id, videoUrl } = await publish(caller)
  const [videoId = ''] = await insertVideos(t, fan.user.id, 1)
  await t.insert('videoHeat', { videoId, heat: 1 })
  await fan.caller.post(`/api/videos/${id}/like`)
  await t.visitor.post(`/api/videos/${id}/view`)
  expect((await t.visitor.get(`/api/users/${user.id}`)).json()).toMatchObject({
    user: { videosCount: 1, totalLikes: 1, totalViews: 1 },
  })
  expect((await caller.delete(`/api/videos/${id}`)).statusCode).toBe(204)
  expect((await t.visitor.get(`/api/users/${user.id}`)).json()).toMatchObject({
    user: { videosCount: 0, totalLikes: 0, totalViews: 0 },
  })
  expect((await caller.delete(`/api/videos/${id}`)).statusCode).toBe(404)
  expect((await t.visitor.get(videoUrl)).statusCode).toBe(404)
  expect(await keysIn(t.deps.storage)).not.toContain(objectIdIn(videoUrl))
  expect(await t.rows('videoHeat', { videoId })).toHaveLength(1)
  for (const table of ['likes', 'notifications'] as const) {
    expect(await t.db.selectFrom(table).select('id').where('videoId', '=', id).execute()).toEqual([])
  }
})

async function objectsCount(): Promise<number> {
  return (await t.rows('objects')).length
}
