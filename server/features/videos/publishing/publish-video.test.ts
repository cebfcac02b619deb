import { execFileSync } from 'node:child_process'
import { copyFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Video } from '../../../../contract/videos/videos.ts'
import type { AppError } from '../../../errors/app-error.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { type Caller, publish, upload, testApp } from '../../../test/test-app.ts'
import { askForUpload, tusCalls } from '../../../test/uploads.ts'
import { bytesOfClip, writeClip } from '../../../test/media/generated-clip.ts'
import { findPrivateData } from '../../../media/engine/engine.ts'
import { publishUpload } from '../../../objects/objects.queries.ts'
import { sweepObjects } from '../../../objects/sweep-objects.ts'
import { claimUpload, holdsClaim, whileClaimed } from '../../../objects/upload-claim.ts'
import { publishVideo } from './publish-video.ts'
import { objectIdIn } from '../upload/upload-address.ts'

const t = testApp()

test('if the machine is temporarily too slow, the upload is kept', async () => {
  const { user, caller } = await t.signUp()
  const videoUrl = await upload(caller, Buffer.from('any'))
  const key = objectIdIn(videoUrl)!
  const file = join(t.storageFolder, key.slice(0, 2), key)
  await rm(file)
  // No process writes to this pipe, so opening it waits.
  execFileSync('mkfifo', [file])
  const body = { title: 'A clip', toolUsed: 'other', videoUrl } as const
  await expect(publishVideo(t.deps, user.id, body, { timeoutMs: 300 })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Processing this video took too long. Please try again in a moment.',
  })
  await rm(file)
  await copyFile(sampleClip('plain-h264.mp4'), file)
  expect((await caller.post('/api/videos', body)).statusCode).toBe(201)
})

test('forty concurrent requests to publish one upload make one video', async () => {
  const { caller } = await t.signUp()
  const videoUrl = await upload(caller, bytesOfClip())
  const readings = vi.spyOn(t.deps.storage, 'withFile')
  onTestFinished(() => readings.mockRestore())
  const ask = () => caller.post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl })
  const replies = await Promise.all(Array.from({ length: 40 }, ask))
  const refused = replies.filter(({ statusCode }) => statusCode !== 201)
  expect(refused).toHaveLength(39)
  for (const { statusCode, payload } of refused) {
    expect([statusCode, payload]).toEqual([400, expect.stringContaining('incomplete, not yours or already used')])
  }
  expect(readings).toHaveBeenCalledTimes(1)
})

test('a crashed process loses its claim and can no longer publish the upload', async () => {
  const { user, caller } = await t.signUp()
  const { id } = await stored(caller)
  const left = await claimUpload(t.db, id, user.id)
  expect(await claimUpload(t.db, id, user.id)).toBeUndefined()
  await t.change('objects', id, { claimedUntil: sql`now() - interval '1 s'` })
  const taken = await claimUpload(t.db, id, user.id)
  expect(await publishUpload(t.db, left!, 'video/mp4')).toBe(false)
  expect(await holdsClaim(t.db, left!)).toBe(false)
  expect(await publishUpload(t.db, taken!, 'video/mp4')).toBe(true)
})

test('the sweep never removes an upload that is being published', async () => {
  const { user, caller } = await t.signUp()
  const { id } = await stored(caller)
  const claim = await claimUpload(t.db, id, user.id)
  await t.change('objects', id, { createdAt: sql`now() - interval '2 days'` })
  await sweepObjects(t.deps)
  expect(await holdsClaim(t.db, claim!)).toBe(true)
  await expect(whileClaimed(t.db, claim!, () => Promise.reject(new Error('too slow')))).rejects.toThrow('too slow')
  await sweepObjects(t.deps)
  expect(await t.deps.storage.find(id)).toBeUndefined()
})

test('a person with ten waiting requests to publish cannot send another', async () => {
  const { user, caller } = await t.signUp()
  const uploads = await Promise.all(Array.from({ length: 12 }, () => stalled(caller)))
  const bodyOf = (videoUrl: string) => ({ title: 'A clip', toolUsed: 'other', videoUrl }) as const
  const stopping = new AbortController()
  const tries = uploads.map(({ videoUrl }) =>
    publishVideo(t.deps, user.id, bodyOf(videoUrl), { signal: stopping.signal }).catch((error: unknown) => error),
  )
  const refused = (await Promise.race(tries)) as AppError
  expect(refused).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 10 })
  stopping.abort()
  await Promise.all(tries)
  for (const { id } of uploads) expect(await claimUpload(t.db, id, user.id)).toBeDefined()
  for (const { file } of uploads) await rm(file)
})

test('a signed address is useless once its object is published', async () => {
  const { caller } = await t.signUp()
  const { whole: url, resumable, videoUrl } = await askForUpload(caller)
  const clip = bytesOfClip()
  expect((await t.visitor.inject({ method: 'PUT', url, payload: clip })).statusCode).toBe(200)
  const published = await caller.post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl })
  expect(published.statusCode).toBe(201)

  const other = Buffer.from('other bytes')
  const { begin, patch, send } = tusCalls(t.visitor.inject)
  const replies = [
    await t.visitor.inject({ method: 'PUT', url, payload: other }),
    await begin(resumable, other.length),
    await patch(resumable, 0, other),
    await send('DELETE', resumable),
  ]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([409, 409, 404, 404])
  expect((await t.visitor.get(published.json<Video>().videoUrl)).rawPayload.equals(clip)).toBe(true)
})

async function stored(caller: Caller): Promise<{ id: string; videoUrl: string; file: string }> {
  const videoUrl = await upload(caller, Buffer.from('any'))
  const id = videoUrl.split('/').at(-1) ?? ''
  return { id, videoUrl, file: join(t.storageFolder, id.slice(0, 2), id) }
}

/** Creates an upload whose reading never ends, because its file is a pipe to which no process writes. */
async function stalled(caller: Caller) {
  const uploaded = await stored(caller)
  await rm(uploaded.file)
  execFileSync('mkfifo', [uploaded.file])
  return uploaded
}

test('each of three concurrent requests to publish a non-video is refused', async () => {
  const { caller } = await t.signUp()
  const videoUrl = await upload(caller, Buffer.from('no video'))
  const ask = () => caller.post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl })
  const replies = await Promise.all([ask(), ask(), ask()])
  expect(replies.map((reply) => reply.statusCode)).toEqual([400, 400, 400])
})

test.each(['mp4', 'mov'] as const)(
  'the location of an %s is removed, and its other bytes are unchanged',
  async (muxer) => {
    const { caller } = await t.signUp()
    const path = join(t.storageFolder, `filmed.${muxer}`)
    writeClip(path, { muxer, tags: { title: 'The harbour', location: '+52.5200+013.4050/' } })
    const filmed = await readFile(path)
    const { edits } = await findPrivateData(path)

    const published = await t.visitor.get((await publish(caller, filmed)).videoUrl)
    const isEdited = (at: number) => edits.some(({ offset, sizeBytes }) => at >= offset && at < offset + sizeBytes)
    expect(published.rawPayload.length).toBe(filmed.length)
    expect(published.rawPayload.every((byte, at) => byte === filmed[at] || isEdited(at))).toBe(true)
    expect(edits.every(({ sizeBytes }) => sizeBytes < 100)).toBe(true)
    expect(published.rawPayload.includes('52.52')).toBe(false)
    expect(published.rawPayload.includes('The harbour')).toBe(true)
    await rm(path)
  },
)
