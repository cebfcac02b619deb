import { execFileSync } from 'node:child_process'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Video } from '../../../contract/videos.ts'
import { sampleClip } from '../../test/media/sample-clips.ts'
import { startTestApp, upload, type TestApp } from '../../test/test-app.ts'
import { writeClip } from '../media/generated-clip.ts'
import { findLocations } from '../media/find-locations.ts'
import { publishVideo } from './publish-video.ts'
import { objectIdIn } from '../uploads/upload-address.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test('a machine that is too slow just now throws no upload away', async () => {
  const { user, caller } = await t.signUp()
  const videoUrl = await upload(caller, Buffer.from('any'))
  const key = objectIdIn(videoUrl)!
  const file = join(t.storageFolder, key.slice(0, 2), key)
  await rm(file)
  // A pipe that nobody writes to: whoever opens it waits.
  execFileSync('mkfifo', [file])
  const body = { title: 'A clip', toolUsed: 'other', videoUrl } as const
  await expect(publishVideo(t.deps, user.id, body, { timeoutMs: 300 })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Reading this video took too long just now. Please try again in a moment.',
  })
  await rm(file)
  await copyFile(sampleClip('plain-h264.mp4'), file)
  expect((await caller.post('/api/videos', body)).statusCode).toBe(201)
})

test('a file that is no video, published twice at once, is refused twice with a sentence', async () => {
  const { caller } = await t.signUp()
  const videoUrl = await upload(caller, Buffer.from('no video'))
  const ask = () => caller.post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl })
  const replies = await Promise.all([ask(), ask(), ask()])
  expect(replies.map((reply) => reply.statusCode)).toEqual([400, 400, 400])
})

test.each(['mp4', 'mov'] as const)(
  'where an %s was filmed is told to nobody, and the rest is as it was',
  async (muxer) => {
    const { caller } = await t.signUp()
    const path = join(t.storageFolder, `filmed.${muxer}`)
    writeClip(path, { muxer, tags: { title: 'The harbour', location: '+52.5200+013.4050/' } })
    const filmed = await readFile(path)
    const locations = findLocations(path)
    expect(locations).toHaveLength(1)

    const videoUrl = await upload(caller, filmed)
    const reply = await caller.post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl })
    const published = await t.visitor.get(reply.json<Video>().videoUrl)
    for (const { offset, sizeBytes } of locations) filmed.fill(0, offset, offset + sizeBytes)
    expect(published.rawPayload.equals(filmed)).toBe(true)
    expect(published.rawPayload.includes('52.52')).toBe(false)
    expect(published.rawPayload.includes('The harbour')).toBe(true)
    await rm(path)
  },
)

test('what looks like metadata, and is none, is left alone', async () => {
  const path = join(t.storageFolder, 'box.mp4')
  const box = (type: string, body: Buffer, size = body.length + 8) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(size)
    head.write(type, 4)
    return Buffer.concat([head, body])
  }
  const point = Buffer.from('+52.5200+013.4050/')
  for (const [bytes, count] of [
    [box('mdat', box('udta', point)), 0],
    [box('moov', box('udta', Buffer.from('velocities 2024-11-21/+1'))), 0],
    [box('moov', box('udta', point), 3), 0],
    [box('moov', box('udta', point, 0)), 0],
    [box('moov', box('trak', box('meta', point, 2 ** 31)), 2 ** 31), 1],
    [box('moov', Buffer.concat([Buffer.from('trak'), Buffer.alloc(8, 255), box('udta', point)]), 1), 0],
    [Buffer.alloc(2_000_000, box('moov', Buffer.alloc(0))), 0],
  ] as const) {
    await writeFile(path, bytes)
    expect(findLocations(path)).toHaveLength(count)
  }
  await rm(path)
})
