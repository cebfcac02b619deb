import { truncate } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { JobName } from '../../../../contract/site/job-labels.ts'
import type { Video, VideoPage } from '../../../../contract/videos/videos.ts'
import { type Caller, jobOf, publish, testApp, upload } from '../../../test/test-app.ts'
import { sharedFolder } from '../../../test/test-folder.ts'
import { findDifferences } from '../../site/doctor/find-differences.ts'
import { hideVideo, showVideo } from '../publishing/hide-video.ts'
import { createPendingObject } from '../../../objects/objects.queries.ts'
import { bytesOfClip } from '../../../test/media/generated-clip.ts'
import { keysIn, storageWith } from '../../../test/storage-with.ts'
import { givePosterAndPreview, storeMadeFile } from './made-files.fixture.ts'
import { markFailed, makePoster, makePreview, makeStream } from './render.jobs.ts'
import { listFailedVideos, listUnfinishedVideos, requeueVideo } from './requeue.ts'
import { objectIdIn } from '../upload/upload-address.ts'

const t = testApp()
const workFolder = sharedFolder()
const clip = bytesOfClip({ width: 64, height: 48, seconds: 0.2 })

const steps = [makePoster, makePreview, makeStream]

async function publishOne(): Promise<Video & { caller: Caller }> {
  const { caller } = await t.signUp()
  return { ...(await publish(caller, clip)), caller }
}

async function render(id: string): Promise<void> {
  for (const step of steps) await step({ ...t.deps, workFolder }, jobOf({ videoId: id }))
}

async function read(caller: Caller, id: string): Promise<Video> {
  return (await caller.get(`/api/videos/${id}`)).json<Video>()
}

/** Returns the addresses of all parts of a stream, as a player finds them. */
async function addressesOf(caller: Caller, streamUrl: string): Promise<string[]> {
  const { payload } = await caller.get(streamUrl)
  const variants = payload.match(/^\/objects\/.+$/gm) ?? []
  const files = await Promise.all(
    variants.map(async (variant) => /URI="([^"]+)"/.exec((await caller.get(variant)).payload)?.[1] ?? 'no file'),
  )
  return [streamUrl, ...variants, ...files]
}

/** Lists contain less of the provenance than the video's own page. */
const asListed = (video: Video) => ({ ...video, provenance: { state: video.provenance.state } })

test('renditions are made stage by stage, up to the whole stream, and late jobs change nothing', async () => {
  const { caller } = await t.signUp()
  const { id, ...published } = await publish(caller, clip)
  expect(published).toMatchObject({ stage: 'poster', streamUrl: null, streamSizesCount: null })
  await makePoster(t.deps, jobOf({ videoId: id }))
  expect(await read(t.visitor, id)).toMatchObject({ stage: 'preview', status: 'processing' })
  await makePreview(t.deps, jobOf({ videoId: id }))
  expect(await read(t.visitor, id)).toMatchObject({ stage: 'stream', status: 'ready', streamUrl: null })
  await makeStream(t.deps, jobOf({ videoId: id }))
  const video = await read(t.visitor, id)
  expect(video).toMatchObject({
    stage: null,
    status: 'ready',
    streamUrl: expect.stringMatching(/^\/objects\//),
    streamSizesCount: 1,
    failureReason: null,
    videoBytes: null,
    placeholder: expect.stringMatching(/^[\w+/=]{20,60}$/),
  })
  expect((await t.visitor.get('/api/videos')).json<VideoPage>().videos).toContainEqual(asListed(video))

  const addresses = [...(await addressesOf(t.visitor, video.streamUrl!)), video.thumbnailUrl!, video.previewUrl!]
  const replies = await Promise.all(addresses.map((address) => t.visitor.get(address)))
  expect(replies.map(({ statusCode, headers }) => [statusCode, headers['content-type']])).toEqual([
    [200, 'application/vnd.apple.mpegurl'],
    [200, 'application/vnd.apple.mpegurl'],
    [200, 'video/mp4'],
    [200, 'image/webp'],
    [200, 'video/mp4'],
  ])
  const { headers, statusCode } = await t.visitor.inject({ url: addresses[2]!, headers: { range: 'bytes=0-9' } })
  expect([statusCode, headers['content-length']]).toEqual([206, '10'])

  const before = await t.rows('objects')
  await render(id)
  await markFailed(t.deps, jobOf({ videoId: id }))
  expect(await t.rows('objects')).toHaveLength(before.length)
  expect(await read(t.visitor, id)).toEqual(video)
})

test('poster and preview are made at the same time', async () => {
  const { id } = await publishOne()
  await Promise.all([makePreview(t.deps, jobOf({ videoId: id })), makePoster(t.deps, jobOf({ videoId: id }))])
  expect(await read(t.visitor, id)).toMatchObject({ stage: 'stream', status: 'ready' })
  expect(await findDifferences(t.deps)).toEqual([])
})

test('a clip is ready once it has its preview and its poster, even if it counted as failed meanwhile', async () => {
  const { id } = await publishOne()
  const job = { ...jobOf({ videoId: id }), payload: { videoId: id, hasPreviewJob: true } } as const
  await makePreview(t.deps, jobOf({ videoId: id }))
  const previewUrl: unknown = expect.any(String)
  expect(await read(t.visitor, id)).toMatchObject({ stage: 'poster', status: 'processing', previewUrl })
  await markFailed(t.deps, job)
  expect(await read(t.visitor, id)).toMatchObject({ status: 'failed' })
  await makePoster(t.deps, job)
  expect(await read(t.visitor, id)).toMatchObject({ stage: 'stream', status: 'ready', failureReason: null })
})

test('a stream that fails before the poster is made can be retried', async () => {
  const { id } = await publishOne()
  await t.change('videos', id, { previewId: await storeMadeFile(t, id, 'video/mp4') })
  await markFailed(t.deps, jobOf({ videoId: id }))
  const failureReason = 'We couldn’t create the stream, so the original plays.'
  expect(await read(t.visitor, id)).toMatchObject({ status: 'processing', failureReason })
  await makePoster(t.deps, { ...jobOf({ videoId: id }), payload: { videoId: id, hasPreviewJob: true } })
  expect(await read(t.visitor, id)).toMatchObject({ status: 'ready', failureReason })
  expect(await listFailedVideos(t.db)).toContain(id)
})

test('a poster job of a version that enqueued no preview beside it enqueues one', async () => {
  const { id } = await publishOne()
  expect(await timesEnqueued(id, 'render-preview')).toBe(1)
  await makePoster(t.deps, { ...jobOf({ videoId: id }), payload: { videoId: id, hasPreviewJob: true } })
  expect(await timesEnqueued(id, 'render-preview')).toBe(1)
  await makePoster(t.deps, jobOf({ videoId: id }))
  expect(await timesEnqueued(id, 'render-preview')).toBe(2)
})

test('a stream and its captions are hidden, shown and deleted with their video', async () => {
  const [{ caller }, stranger] = [await t.signUp(), await t.signUp()]
  const cues = [{ at: 0, seconds: 0.5, text: 'Grüße' }]
  const film = bytesOfClip({ captions: [{ codec: 'mov_text', tags: { language: 'deu' }, cues }] })
  const published = await publish(caller, film)
  expect(published.captions).toEqual([])
  const { id } = published
  await makeStream(t.deps, jobOf({ videoId: id }))
  const video = await read(t.visitor, id)
  expect(video.captions).toEqual([{ url: expect.any(String), language: 'de', label: 'Deutsch' }])
  expect((await t.visitor.get('/api/videos')).json<VideoPage>().videos).toContainEqual(asListed(video))
  const { url } = video.captions[0]!
  const captions = await t.visitor.get(url)
  expect(captions.headers['content-type']).toBe('text/vtt; charset=utf-8')
  expect(captions.body).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:00.500\nGrüße\n')

  const addresses = [url, ...(await addressesOf(caller, video.streamUrl!))]
  expect(addresses).toHaveLength(4)
  const statuses = async (who: Caller) => {
    const replies = await Promise.all(addresses.map((address) => who.get(address)))
    return replies.map(({ statusCode }) => statusCode)
  }
  await hideVideo(t.deps, id, 'file')
  expect(await statuses(t.visitor)).toEqual([404, 404, 404, 404])
  expect(await statuses(stranger.caller)).toEqual([404, 404, 404, 404])
  expect(await statuses(caller)).toEqual([200, 200, 200, 200])
  expect(await findDifferences(t.deps)).toEqual([])
  await showVideo(t.deps, id, 'file')
  expect(await statuses(t.visitor)).toEqual([200, 200, 200, 200])

  await caller.delete(`/api/videos/${id}`)
  expect(await statuses(caller)).toEqual([404, 404, 404, 404])
  for (const address of addresses) {
    expect(await t.deps.storage.find(objectIdIn(address)!)).toBeUndefined()
  }
  expect(await findDifferences(t.deps)).toEqual([])
})

test('the doctor finds a part of a stream whose state differs from the video’s', async () => {
  const { caller, id } = await publishOne()
  await makeStream(t.deps, jobOf({ videoId: id }))
  const [, variant] = await addressesOf(caller, (await read(caller, id)).streamUrl!)
  const objectId = objectIdIn(variant!)!
  await t.change('objects', objectId, { state: 'hidden' })
  const [difference, ...others] = await findDifferences(t.deps)
  expect(difference?.line).toBe(`a part of the stream of video ${id} is 'hidden', not 'published' (object ${objectId})`)
  expect(others).toEqual([])
  await difference!.repair!(t.deps)
  expect(await findDifferences(t.deps)).toEqual([])
})

test('a video that is deleted while its stream is made leaves no files', async () => {
  const { caller, id } = await publishOne()
  const made = makeStream({ ...t.deps, workFolder }, jobOf({ videoId: id }))
  await expect.poll(() => objectsMadeFor(id)).not.toEqual(['published'])
  await caller.delete(`/api/videos/${id}`)
  await made
  expect(await objectsMadeFor(id)).toEqual([])
  expect(await findDifferences(t.deps)).toEqual([])
})

test('the next rendition attempt removes the remains of an earlier one', async () => {
  const { id, videoUrl } = await publishOne()
  const left = await createPendingObject(t.db, { madeFor: id })
  await t.deps.storage.withFile(objectIdIn(videoUrl)!, (file) => t.deps.storage.writeFile(left, file))
  await makePreview(t.deps, jobOf({ videoId: id }))
  expect(await t.deps.storage.find(left)).toBeUndefined()
  expect(await objectsMadeFor(id)).toEqual(['published'])
})

test('a retry after a failed poster does not disturb the stream that is being stored', async () => {
  const { id } = await publishOne()
  await t.change('videos', id, { previewId: await storeMadeFile(t, id, 'video/mp4') })
  const storage = storageWith(t.deps.storage, {
    async writeFile(key, file) {
      await makePreview(t.deps, jobOf({ videoId: id }))
      return t.deps.storage.writeFile(key, file)
    },
  })
  await makeStream({ ...t.deps, storage, workFolder }, jobOf({ videoId: id }))
  expect(await read(t.visitor, id)).toMatchObject({ streamUrl: expect.any(String) })
  expect(await findDifferences(t.deps)).toEqual([])
})

test('a stream whose objects another worker is removing as leftovers leaves no files', async () => {
  const { id } = await publishOne()
  const keys = await keysIn(t.deps.storage)
  const storage = storageWith(t.deps.storage, {
    async writeFile(key, file) {
      await t.change('objects', { madeFor: id, state: 'pending' }, { state: 'deleted' })
      return t.deps.storage.writeFile(key, file)
    },
  })
  await expect(makeStream({ ...t.deps, storage, workFolder }, jobOf({ videoId: id }))).rejects.toThrow('was removed')
  expect(await keysIn(t.deps.storage)).toEqual(keys)
})

test('a stream of an original that was replaced meanwhile is made again from the new one', async () => {
  const { caller, id, videoUrl } = await publishOne()
  const originalId = objectIdIn(await upload(caller, clip))!
  const storage = storageWith(t.deps.storage, {
    async writeFile(key, file) {
      await t.change('videos', id, { originalId })
      return t.deps.storage.writeFile(key, file)
    },
  })
  await expect(makeStream({ ...t.deps, storage, workFolder }, jobOf({ videoId: id }))).rejects.toThrow('replaced')
  expect(await read(t.visitor, id)).toMatchObject({ streamUrl: null })
  await makeStream({ ...t.deps, workFolder }, jobOf({ videoId: id }))
  expect(await read(t.visitor, id)).toMatchObject({ streamUrl: expect.any(String) })
  // Other tests expect the doctor to find no differences.
  await t.change('videos', id, { originalId: objectIdIn(videoUrl)! })
})

/** Runs `task` while the file of a video is truncated within its first box. */
async function whileDamaged({ id, videoUrl }: Video, task: () => Promise<unknown>): Promise<void> {
  const { storage } = t.deps
  const original = objectIdIn(videoUrl)!
  await storage.withFile(original, (file) => storage.writeFile(id, file).then(() => truncate(file, 100)))
  await task()
  await storage.remove(original)
  await storage.withFile(id, (file) => storage.writeFile(original, file))
  await storage.remove(id)
}

test('a video without a stream is ready, and its stream can be retried', async () => {
  const { caller, ...video } = await publishOne()
  const { id } = video
  await givePosterAndPreview(t, id)
  await whileDamaged(video, () => makeStream(t.deps, jobOf({ videoId: id })))
  expect(await read(t.visitor, id)).toMatchObject({
    status: 'ready',
    stage: null,
    streamUrl: null,
    failureReason: expect.stringMatching(/^We couldn’t create the stream, so the original plays\. This .*\.$/),
  })
  expect(await listFailedVideos(t.db)).toContain(id)

  const retried = await caller.post(`/api/videos/${id}/retry`)
  expect(retried.json()).toMatchObject({ id, status: 'ready', stage: 'stream', failureReason: null })
  expect(await timesEnqueued(id)).toBe(2)
  await makeStream(t.deps, jobOf({ videoId: id }))
  expect(await read(t.visitor, id)).toMatchObject({ stage: null, streamUrl: expect.any(String) })
  expect(await listUnfinishedVideos(t.db)).not.toContain(id)
})

test('the owner can retry a failed video, even a hidden one, and repetitions count once', async () => {
  const { caller, ...video } = await publishOne()
  const { id } = video
  const retry = () => caller.post(`/api/videos/${id}/retry`)
  expect((await retry()).json()).toEqual(video)
  expect(await timesEnqueued(id)).toBe(1)
  await whileDamaged(video, () => makePoster(t.deps, jobOf({ videoId: id })))
  expect(await read(caller, id)).toMatchObject({ status: 'failed', stage: null })
  await hideVideo(t.deps, id, 'file')

  const replies = await Promise.all([retry(), retry(), retry()])
  for (const { statusCode, payload } of replies) {
    expect([statusCode, JSON.parse(payload)]).toMatchObject([200, { status: 'processing', stage: 'poster' }])
  }
  expect(await timesEnqueued(id)).toBe(2)
  await showVideo(t.deps, id, 'file')
  for (const step of [makePoster, makePreview]) await step(t.deps, jobOf({ videoId: id }))
  expect(await read(t.visitor, id)).toMatchObject({ status: 'ready', stage: 'stream', failureReason: null })
  expect((await retry()).json()).toEqual(await read(caller, id))
  expect(await timesEnqueued(id)).toBe(2)
})

test('after the last failed attempt, the row says which files are missing', async () => {
  const { id } = await publishOne()
  await markFailed(t.deps, jobOf({ videoId: id }))
  expect(await read(t.visitor, id)).toMatchObject({
    status: 'failed',
    stage: null,
    failureReason: 'We couldn’t create the poster or the preview. The original still plays.',
  })
  expect(await requeueVideo(t.deps, id)).toBe(true)
  expect(await read(t.visitor, id)).toMatchObject({ status: 'processing', stage: 'poster', failureReason: null })
})

async function objectsMadeFor(id: string): Promise<string[]> {
  const rows = await t.rows('objects', { madeFor: id })
  return rows.map(({ state }) => state)
}

async function timesEnqueued(videoId: string, queue: JobName = 'render-poster'): Promise<number> {
  const jobs = await t.jobs(queue, { videoId })
  return jobs.filter(({ state }) => state === 'created').length
}
