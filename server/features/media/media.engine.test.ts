import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SampleClip, sampleClip } from '../../test/media/sample-clips.ts'
import { writeClip } from './generated-clip.ts'
import { describeGoodClip, type GoodClip } from './good-clip.suite.ts'
import { inspectVideo, renderPoster, renderPreview, UnreadableVideoError } from './media.engine.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-engine-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const h264 = { codec: 'avc', seconds: 2, plays: true }
const good: (GoodClip & { file: SampleClip })[] = [
  { ...h264, file: 'plain-h264.mp4', size: [360, 640], ratio: '9:16', audio: 'aac' },
  { ...h264, file: 'content-credentials.mp4', size: [360, 640], ratio: '9:16', audio: 'aac' },
  { ...h264, file: 'quicktime.mov', size: [550, 366], ratio: '550:366', audio: null },
  { ...h264, file: 'rotated-90.mp4', size: [360, 640], ratio: '9:16', audio: 'aac' },
  { ...h264, file: 'anamorphic-2x1.mp4', size: [1280, 360], ratio: '1280:360', audio: null },
  { ...h264, file: 'variable-frame-rate.mp4', size: [756, 346], ratio: '756:346', audio: null, seconds: 4.03 },
  { file: 'hevc.mp4', size: [1280, 720], ratio: '16:9', codec: 'hevc', audio: 'aac', seconds: 3, plays: false },
  { file: 'vp9.webm', size: [720, 720], ratio: '1:1', codec: 'vp9', audio: null, seconds: 3, plays: true },
]
for (const clip of good) describeGoodClip(clip, (name) => sampleClip(name as SampleClip))

describe('what cannot be shown', () => {
  test.each([
    {
      file: 'sound-only.mp4',
      sentence: 'This file has sound but no video track. Please choose a file with a picture.',
    },
    { file: 'empty.mp4', sentence: 'This file has no video track. Please choose a file with a picture.' },
    {
      file: 'nested-boxes.mp4',
      sentence: 'This file has no video track. Please choose a file with a picture.',
    },
  ] as const)('$file is refused with a sentence', async ({ file, sentence }) => {
    const refusal = await inspectVideo(sampleClip(file)).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(UnreadableVideoError)
    expect((refusal as Error).message).toBe(sentence)
  })

  test.each(['empty.mp4', 'nested-boxes.mp4'] as const)('%s yields no poster and leaves no file', async (file) => {
    const empty = await mkdtemp(join(folder, 'empty-'))
    await expect(renderPoster(sampleClip(file), join(empty, 'poster.webp'))).rejects.toThrow(UnreadableVideoError)
    await expect(renderPreview(sampleClip(file), join(empty, 'preview.mp4'))).rejects.toThrow(UnreadableVideoError)
    expect(await readdir(empty)).toEqual([])
  })

  test('a file that is not there is our mistake, not the creator’s', async () => {
    const error = await inspectVideo(join(folder, 'nowhere.mp4')).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(UnreadableVideoError)
  })
})

test('a clip that fades in from black has a poster from after the dark', async () => {
  const [clip, path] = [join(folder, 'fade.mp4'), join(folder, 'fade.webp')]
  writeClip(clip, { seconds: 2, getsBrighter: true })
  await renderPoster(clip, path)
  const { channels } = await sharp(path).stats()
  expect(channels[0]?.mean).toBeGreaterThan(60)
})
