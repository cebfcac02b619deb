import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { type ClipKind, writeClip } from '../../../test/media/generated-clip.ts'
import { attachment, iTunesTags, withMovieBoxes, withSegmentElements } from '../../../test/media/generated-metadata.ts'
import { type Caller, upload, testApp } from '../../../test/test-app.ts'
import { sharedFolder } from '../../../test/test-folder.ts'

const t = testApp()
let caller: Caller
const folder = sharedFolder()
let cover: Buffer
beforeAll(async () => {
  caller = (await t.signUp()).caller
  cover = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
})

test.each([
  ['mp4', 'libx264'],
  ['mov', 'libx264'],
  ['matroska', 'libx264'],
  ['mpegts', 'libx264'],
  ['avi', 'mpeg4'],
] as const)('a file with two video tracks (%s) is refused', async (muxer, codec) => {
  const reply = await publishFile(await clip({ muxer, codec, videoTracks: 2 }))
  expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([
    400,
    'This file has more than one video track. Please export it with only one.',
  ])
})

test('reporting a clip with two video tracks as broken does not hide it', async () => {
  const { id } = (await publishFile(await clip({}))).json<{ id: string }>()
  const inspect = t.deps.inspectVideo
  t.deps.inspectVideo = async (...args) => ({ ...(await inspect(...args)), videoTracksCount: 2 })
  const checked = await caller.post(`/api/videos/${id}/report-broken`)
  t.deps.inspectVideo = inspect
  expect(checked.json()).toEqual({ hidden: false, alreadyHidden: false })
})

test.each([
  ['an MP4 file with a cover picture', async () => withMovieBoxes(await clip({}), iTunesTags({ covr: cover }))],
  [
    'a Matroska file with an attached cover',
    async () => withSegmentElements(await clip({ muxer: 'matroska' }), attachment('cover.png', cover)),
  ],
])('%s is published', async (_, make) => {
  expect((await publishFile(await make())).statusCode).toBe(201)
})

async function clip(kind: ClipKind): Promise<Buffer> {
  const path = join(folder, 'clip')
  writeClip(path, { width: 64, height: 48, seconds: 0.3, ...kind })
  return readFile(path)
}

async function publishFile(bytes: Buffer) {
  const videoUrl = await upload(caller, bytes)
  return caller.post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl })
}
