import { execFileSync } from 'node:child_process'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { type MockInstance, expect, onTestFinished, test, vi } from 'vitest'
import { CREDENTIALS_MAX_BYTES } from '../../../../contract/media/private-data/private-data.ts'
import type { Provenance } from '../../../../contract/videos/provenance.ts'
import type { AppError } from '../../../errors/app-error.ts'
import { everyNth } from '../../../test/every-nth.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { sizeOf } from '../../../test/run-size.ts'
import { type Caller, publish, upload, testApp, refusalOf, testPerson } from '../../../test/test-app.ts'
import { type ClipKind, bytesOfClip } from '../../../test/media/generated-clip.ts'
import { inTurn, type MediaOptions } from '../../../media/engine/engine.ts'
import { publishUpload } from '../../../objects/objects.queries.ts'
import { sweepObjects } from '../../../objects/sweep-objects.ts'
import { claimUpload, holdsClaim, whileClaimed } from '../../../objects/upload-claim.ts'
import { publishVideo } from './publish-video.ts'
import { objectIdIn } from '../upload/upload-address.ts'
import {
  box,
  C2PA_UUID,
  quickTimeTags,
  withMovieBoxes,
  attachment,
  iTunesTags,
  withSegmentElements,
} from '../../../test/media/generated-metadata.ts'
import { createAuthority, signClip } from '../../../test/media/signed-clips.ts'

const t = testApp()
const person = testPerson(t)

const publishAt = (caller: Caller, videoUrl: string) =>
  caller.post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl })

/** Returns dependencies that inspect files with further options. */
const inspectingWith = (more: MediaOptions): typeof t.deps => ({
  ...t.deps,
  inspectVideo: (file, options) => t.deps.inspectVideo(file, { ...options, ...more }),
})

/** Makes a small clip. */
const clip = (kind: ClipKind = {}) => bytesOfClip({ width: 64, height: 48, seconds: 0.3, ...kind })

test('if the machine is temporarily too slow, the upload is kept', async () => {
  const { user, caller } = await t.signUp()
  const videoUrl = await upload(caller, Buffer.from('any'))
  const key = objectIdIn(videoUrl)!
  const file = join(t.storageFolder, key.slice(0, 2), key)
  await rm(file)
  // No process writes to this pipe, so opening it waits.
  execFileSync('mkfifo', [file])
  const body = { title: 'A clip', toolUsed: 'other', videoUrl } as const
  await expect(publishVideo(inspectingWith({ timeoutMs: 300 }), user.id, body)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Processing this video took too long. Please try again in a moment.',
  })
  await rm(file)
  await copyFile(sampleClip('plain-h264.mp4'), file)
  expect((await caller.post('/api/videos', body)).statusCode).toBe(201)
})

test('forty concurrent requests to publish one upload make one video', async () => {
  const { caller } = await t.signUp()
  const videoUrl = await upload(caller, clip())
  const readings = vi.spyOn(t.deps.storage, 'withFile')
  onTestFinished(() => readings.mockRestore())
  const replies = await Promise.all(Array.from({ length: 40 }, () => publishAt(caller, videoUrl)))
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
  const deps = inspectingWith({ signal: stopping.signal })
  const tries = uploads.map(({ videoUrl }) =>
    publishVideo(deps, user.id, bodyOf(videoUrl)).catch((error: unknown) => error),
  )
  const refused = (await Promise.race(tries)) as AppError
  expect(refused).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 10 })
  stopping.abort()
  await Promise.all(tries)
  for (const { id } of uploads) expect(await claimUpload(t.db, id, user.id)).toBeDefined()
  for (const { file } of uploads) await rm(file)
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
  const replies = await Promise.all([1, 2, 3].map(() => publishAt(caller, videoUrl)))
  expect(replies.map((reply) => reply.statusCode)).toEqual([400, 400, 400])
})

const prompt = '{"3":{"class_type":"KSampler","inputs":{"seed":7}}}'
const described = withMovieBoxes(clip(), quickTimeTags({ prompt }))

test('credentials and workflow are read in the same slot as the inspection', async () => {
  const { caller } = await t.signUp()
  const { inspectVideo } = t.deps
  onTestFinished(() => void (t.deps.inspectVideo = inspectVideo))
  let started: MockInstance | undefined
  t.deps.inspectVideo = async (file, options) => {
    const facts = await inspectVideo(file)
    started = vi.spyOn(options!.turn!, 'run')
    return facts
  }
  await publish(caller, await signClip(described, await createAuthority('OpenAI')), { workflow: 'share' })
  expect(started).toHaveBeenCalledTimes(2)
})

test('an owner’s videos and pictures share one limit on waiting tasks', async () => {
  const { user, caller } = await t.signUp()
  const addresses = [await upload(caller, clip()), await upload(caller, clip())] as const
  const { promise, resolve } = Promise.withResolvers<void>()
  const turns = Array.from({ length: 11 }, () => inTurn(() => promise, user.id))
  const replies = [
    await publishAt(caller, addresses[0]),
    await caller.put('/api/avatar', { avatarImageURL: addresses[1] }),
  ]
  expect(replies.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual([
    [429, '10'],
    [429, '10'],
  ])
  resolve()
  await Promise.all(turns)
})

test('a clip with oversized credentials is accepted, and the credentials are not read', async () => {
  const { caller } = await t.signUp()
  const store = box('uuid', C2PA_UUID, Buffer.alloc(4), 'manifest\0', Buffer.alloc(8 + CREDENTIALS_MAX_BYTES))
  const { id } = await publish(caller, Buffer.concat([described, store]))
  const found = (await t.visitor.get(`/api/videos/${id}/provenance`)).json<Provenance>()
  expect(found).toMatchObject({ check: 'impossible', reason: 'tooLarge' })
})

const cover = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

const containers = [
  ['mp4', 'libx264'],
  ['mov', 'libx264'],
  ['matroska', 'libx264'],
  ['mpegts', 'libx264'],
  ['avi', 'mpeg4'],
] as const

test.each(everyNth(containers, sizeOf({ quick: 3, deep: 1 })))(
  'a file with two video tracks (%s) is refused',
  async (muxer, codec) => {
    const reply = await publishFile(clip({ muxer, codec, videoTracks: 2 }))
    expect(refusalOf(reply)).toEqual([400, 'This file has more than one video track. Please export it with only one.'])
  },
)

test('reporting a clip with two video tracks as broken does not hide it', async () => {
  const { id } = (await publishFile(clip())).json<{ id: string }>()
  const inspect = t.deps.inspectVideo
  t.deps.inspectVideo = async (...args) => ({ ...(await inspect(...args)), videoTracksCount: 2 })
  const checked = await person.caller.post(`/api/videos/${id}/report-broken`)
  t.deps.inspectVideo = inspect
  expect(checked.json()).toEqual({ hidden: false, alreadyHidden: false })
})

test.each([
  ['an MP4 file with a cover picture', () => withMovieBoxes(clip(), iTunesTags({ covr: cover }))],
  [
    'a Matroska file with an attached cover',
    () => withSegmentElements(clip({ muxer: 'matroska' }), attachment('cover.png', cover)),
  ],
])('%s is published', async (_, make) => {
  expect((await publishFile(make())).statusCode).toBe(201)
})

async function publishFile(bytes: Buffer) {
  return publishAt(person.caller, await upload(person.caller, bytes))
}
