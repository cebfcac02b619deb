import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { LikedVideoPage } from '../../../contract/social/likes.ts'
import type { Video } from '../../../contract/videos/videos.ts'
import { hideVideo } from '../../features/videos/publishing/hide-video.ts'
import { givePosterAndPreview } from '../../features/videos/renditions/made-files.fixture.ts'
import { publish, signUpWithVideo, testApp } from '../test-app.ts'

const t = testApp()

test('only the owner can load the file, poster and preview of a hidden video', async () => {
  const [owner, stranger] = [await t.signUp(), await t.signUp()]
  const { id } = await publish(owner.caller)
  await givePosterAndPreview(t, id)
  const { videoUrl, thumbnailUrl, previewUrl } = (await t.visitor.get(`/api/videos/${id}`)).json<Video>()
  const addresses = [videoUrl, thumbnailUrl!, previewUrl!]
  for (const address of addresses) expect((await t.visitor.get(address)).headers['cache-control']).toMatch(/^public/)

  await hideVideo(t.deps, id, 'file')
  for (const address of addresses) {
    for (const caller of [t.visitor, stranger.caller]) {
      const reply = await caller.get(address)
      expect([reply.statusCode, reply.headers['cache-control']]).toEqual([404, 'private, no-store'])
      expect((await caller.inject({ method: 'HEAD', url: address })).statusCode).toBe(404)
      const part = await caller.inject({ method: 'GET', url: address, headers: { range: 'bytes=0-9' } })
      expect(part.statusCode).toBe(404)
    }
    const own = await owner.caller.get(address)
    expect([own.statusCode, own.headers['cache-control']]).toEqual([200, 'private, no-store'])
  }
})

test('a hidden video looks like a missing one to users who liked it', async () => {
  const [stranger, { videoId }] = [await t.signUp(), await signUpWithVideo(t)]
  await stranger.caller.post(`/api/videos/${videoId}/like`)
  const liked = `/api/users/${stranger.user.id}/liked-videos`
  expect((await stranger.caller.get(liked)).json<LikedVideoPage>().likedVideos.map(({ id }) => id)).toContain(videoId)
  await hideVideo(t.deps, videoId, 'file')
  expect((await stranger.caller.get(liked)).body).not.toContain(videoId)
  const broken = await stranger.caller.post(`/api/videos/${videoId}/report-broken`)
  const missing = await stranger.caller.post(`/api/videos/${randomUUID()}/report-broken`)
  expect([broken.statusCode, broken.body]).toEqual([404, missing.body])
})
