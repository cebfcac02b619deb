import { beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { bytesOfClip, type ClipKind } from '../../../test/media/generated-clip.ts'
import { attachment, iTunesTags, withMovieBoxes, withSegmentElements } from '../../../test/media/generated-metadata.ts'
import { refusalOf, testApp, testPerson, upload } from '../../../test/test-app.ts'

const t = testApp()
const person = testPerson(t)
let cover: Buffer
beforeAll(async () => {
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
  const reply = await publishFile(clip({ muxer, codec, videoTracks: 2 }))
  expect(refusalOf(reply)).toEqual([400, 'This file has more than one video track. Please export it with only one.'])
})

test('reporting a clip with two video tracks as broken does not hide it', async () => {
  const { id } = (await publishFile(clip({}))).json<{ id: string }>()
  const inspect = t.deps.inspectVideo
  t.deps.inspectVideo = async (...args) => ({ ...(await inspect(...args)), videoTracksCount: 2 })
  const checked = await person.caller.post(`/api/videos/${id}/report-broken`)
  t.deps.inspectVideo = inspect
  expect(checked.json()).toEqual({ hidden: false, alreadyHidden: false })
})

test.each([
  ['an MP4 file with a cover picture', () => withMovieBoxes(clip({}), iTunesTags({ covr: cover }))],
  [
    'a Matroska file with an attached cover',
    () => withSegmentElements(clip({ muxer: 'matroska' }), attachment('cover.png', cover)),
  ],
])('%s is published', async (_, make) => {
  expect((await publishFile(make())).statusCode).toBe(201)
})

function clip(kind: ClipKind): Buffer {
  return bytesOfClip({ width: 64, height: 48, seconds: 0.3, ...kind })
}

async function publishFile(bytes: Buffer) {
  const videoUrl = await upload(person.caller, bytes)
  return person.caller.post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl })
}
