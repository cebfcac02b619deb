import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Video, VideoPage } from '../../../contract/videos.ts'
import { publish, startTestApp, type Caller, type TestApp } from '../../test/test-app.ts'
import { findDifferences } from '../doctor/find-differences.ts'
import { hideVideo, showVideo } from '../videos/hide-video.ts'
import { createRendition } from '../uploads/objects.queries.ts'
import { giveUp, makePoster, makePreview, makeStream } from './render.jobs.ts'
import { findFailedVideos, findUnfinishedVideos, requeueVideo } from './requeue.ts'

let t: TestApp
let workFolder: string
beforeAll(async () => {
  t = await startTestApp()
  workFolder = await mkdtemp(join(tmpdir(), 'render-jobs-test-'))
})
afterAll(async () => {
  await t.stop()
  await rm(workFolder, { recursive: true })
})

const jobOf = (videoId: string) => ({ payload: { videoId }, signal: new AbortController().signal })
const steps = [makePoster, makePreview, makeStream]

async function render(id: string): Promise<void> {
  for (const step of steps) await step({ ...t.deps, workFolder }, jobOf(id))
}

async function read(caller: Caller, id: string): Promise<Video> {
  return (await caller.get(`/api/videos/${id}`)).json<Video>()
}

/** The addresses of everything that a stream consists of, as a player finds them. */
async function addressesOf(caller: Caller, streamUrl: string): Promise<string[]> {
  const { payload } = await caller.get(streamUrl)
  const rungs = payload.match(/^\/objects\/.+$/gm) ?? []
  const files = await Promise.all(
    rungs.map(async (rung) => /URI="([^"]+)"/.exec((await caller.get(rung)).payload)?.[1] ?? 'no file'),
  )
  return [streamUrl, ...rungs, ...files]
}

test('stage by stage, until there is a stream whose every part is served', async () => {
  const { caller } = await t.signUp()
  const { id, ...published } = await publish(caller)
  expect(published).toMatchObject({ stage: 'poster', streamUrl: null, streamSizesCount: null })
  await makePoster(t.deps, jobOf(id))
  expect(await read(t.visitor, id)).toMatchObject({ stage: 'preview', status: 'processing' })
  await makePreview(t.deps, jobOf(id))
  expect(await read(t.visitor, id)).toMatchObject({ stage: 'stream', status: 'ready', streamUrl: null })
  await makeStream(t.deps, jobOf(id))
  const video = await read(t.visitor, id)
  expect(video).toMatchObject({
    stage: null,
    status: 'ready',
    streamUrl: expect.stringMatching(/^\/objects\//),
    streamSizesCount: 1,
  })
  expect((await t.visitor.get('/api/videos')).json<VideoPage>().videos).toContainEqual(video)

  const addresses = await addressesOf(t.visitor, video.streamUrl!)
  const replies = await Promise.all(addresses.map((address) => t.visitor.get(address)))
  expect(replies.map(({ statusCode, headers }) => [statusCode, headers['content-type']])).toEqual([
    [200, 'application/vnd.apple.mpegurl'],
    [200, 'application/vnd.apple.mpegurl'],
    [200, 'video/mp4'],
  ])
  const { headers, statusCode } = await t.visitor.inject({ url: addresses[2]!, headers: { range: 'bytes=0-9' } })
  expect([statusCode, headers['content-length']]).toEqual([206, '10'])

  const before = await t.db.selectFrom('objects').select('id').execute()
  await render(id)
  expect(await t.db.selectFrom('objects').select('id').execute()).toHaveLength(before.length)
  expect((await read(t.visitor, id)).streamUrl).toBe(video.streamUrl)
})

test('a stream is hidden, shown and deleted with its video', async () => {
  const [{ caller }, stranger] = [await t.signUp(), await t.signUp()]
  const { id } = await publish(caller)
  await render(id)
  const addresses = await addressesOf(caller, (await read(caller, id)).streamUrl!)
  expect(addresses).toHaveLength(3)
  const statuses = async (who: Caller) => {
    const replies = await Promise.all(addresses.map((address) => who.get(address)))
    return replies.map(({ statusCode }) => statusCode)
  }
  await hideVideo(t.deps, id)
  expect(await statuses(t.visitor)).toEqual([404, 404, 404])
  expect(await statuses(stranger.caller)).toEqual([404, 404, 404])
  expect(await statuses(caller)).toEqual([200, 200, 200])
  expect(await findDifferences(t.deps)).toEqual([])
  await showVideo(t.deps, id)
  expect(await statuses(t.visitor)).toEqual([200, 200, 200])

  await caller.delete(`/api/videos/${id}`)
  expect(await statuses(caller)).toEqual([404, 404, 404])
  for (const address of addresses) {
    expect(await t.deps.storage.find(address.split('/').at(-1)!)).toBeUndefined()
  }
  expect(await findDifferences(t.deps)).toEqual([])
})

test('the doctor finds a part of a stream that is in another state than its video', async () => {
  const { caller } = await t.signUp()
  const { id } = await publish(caller)
  await render(id)
  const [, rung] = await addressesOf(caller, (await read(caller, id)).streamUrl!)
  const objectId = rung!.split('/').at(-1)!
  await t.db.updateTable('objects').set({ state: 'hidden' }).where('id', '=', objectId).execute()
  const [difference, ...others] = await findDifferences(t.deps)
  expect(difference?.line).toBe(`a part of the stream of video ${id} is 'hidden', not 'published' (object ${objectId})`)
  expect(others).toEqual([])
  await difference!.repair!(t.deps)
  expect(await findDifferences(t.deps)).toEqual([])
})

test('a video that is deleted while its stream is made leaves nothing', async () => {
  const { caller } = await t.signUp()
  const { id } = await publish(caller)
  await makePoster(t.deps, jobOf(id))
  const made = makeStream({ ...t.deps, workFolder }, jobOf(id))
  await expect.poll(() => objectsMadeFor(id), { timeout: 20_000, interval: 5 }).not.toEqual(['published'])
  await caller.delete(`/api/videos/${id}`)
  await made
  expect(await objectsMadeFor(id)).toEqual([])
  expect(await findDifferences(t.deps)).toEqual([])
})

test('what an earlier try left is removed by the next', async () => {
  const { caller } = await t.signUp()
  const { id, videoUrl } = await publish(caller)
  const left = await createRendition(t.db, id)
  await t.deps.storage.withFile(videoUrl.split('/').at(-1)!, (file) => t.deps.storage.writeFile(left, file))
  await render(id)
  expect(await t.deps.storage.find(left)).toBeUndefined()
  expect(new Set(await objectsMadeFor(id))).toEqual(new Set(['published']))
})

test('a stream that cannot be made leaves a video that is ready, and can be asked for again', async () => {
  const { caller } = await t.signUp()
  const { id, videoUrl } = await publish(caller)
  await makePoster(t.deps, jobOf(id))
  await makePreview(t.deps, jobOf(id))
  const original = videoUrl.split('/').at(-1)!
  await t.deps.storage.withFile(original, (file) => t.deps.storage.writeFile(id, file).then(() => truncate(file, 100)))
  await makeStream(t.deps, jobOf(id))
  expect(await read(t.visitor, id)).toMatchObject({
    status: 'ready',
    failureReason: null,
    streamUrl: null,
    stage: null,
  })
  const row = await t.db.selectFrom('videos').select('streamFailure').where('id', '=', id).executeTakeFirst()
  expect(row?.streamFailure).toMatch(/^This .*\.$/)
  expect(await findFailedVideos(t.db)).toContain(id)

  await t.deps.storage.remove(original)
  await t.deps.storage.withFile(id, (file) => t.deps.storage.writeFile(original, file))
  await t.deps.storage.remove(id)
  expect(await requeueVideo(t.deps, id)).toBe(true)
  expect(await queuedJobs(id)).toContain('render-poster')
  await render(id)
  expect(await read(t.visitor, id)).toMatchObject({ stage: null, streamUrl: expect.any(String) })
  expect(await findUnfinishedVideos(t.db)).not.toContain(id)
})

test('when the last try has failed, the row says what is missing', async () => {
  const { caller } = await t.signUp()
  const { id } = await publish(caller)
  await giveUp(t.deps, jobOf(id))
  expect(await read(t.visitor, id)).toMatchObject({
    status: 'failed',
    stage: null,
    failureReason: 'Poster and preview could not be made. The original still plays.',
  })
  expect(await requeueVideo(t.deps, id)).toBe(true)
  expect(await read(t.visitor, id)).toMatchObject({ status: 'processing', stage: 'poster', failureReason: null })
  await render(id)
  await giveUp(t.deps, jobOf(id))
  expect(await read(t.visitor, id)).toMatchObject({ status: 'ready', stage: null })
})

async function objectsMadeFor(id: string): Promise<string[]> {
  const rows = await t.db.selectFrom('objects').select('state').where('madeFor', '=', id).execute()
  return rows.map(({ state }) => state)
}

async function queuedJobs(id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where data->>'videoId' = ${id} and state = 'created'`.execute(t.db)
  return rows.map(({ name }) => name)
}
