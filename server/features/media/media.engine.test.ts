import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import sharp from 'sharp'
import { thumbHashToApproximateAspectRatio } from 'thumbhash'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nameAspectRatio } from '../../../contract/aspect-ratio.ts'
import { inspectVideo, renderPoster, renderPreview, UnreadableVideoError } from './media.engine.ts'
import { sharedMedia } from './shared-media.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-engine-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const good = [
  { file: 'plain-h264.mp4', size: [720, 1280], ratio: '9:16', codec: 'avc', audio: 'aac', seconds: 2.03, plays: true },
  {
    file: 'content-credentials.mp4',
    size: [720, 1280],
    ratio: '9:16',
    codec: 'avc',
    audio: 'aac',
    seconds: 2.03,
    plays: true,
  },
  {
    file: 'quicktime.mov',
    size: [2750, 1834],
    ratio: '2750:1834',
    codec: 'avc',
    audio: null,
    seconds: 5.27,
    plays: true,
  },
  { file: 'rotated-90.mp4', size: [1080, 1920], ratio: '9:16', codec: 'avc', audio: 'aac', seconds: 2.01, plays: true },
  {
    file: 'anamorphic-2x1.mp4',
    size: [1280, 360],
    ratio: '1280:360',
    codec: 'avc',
    audio: null,
    seconds: 5,
    plays: true,
  },
  {
    file: 'variable-frame-rate.mp4',
    size: [3026, 1386],
    ratio: '3026:1386',
    codec: 'avc',
    audio: null,
    seconds: 8.73,
    plays: true,
  },
  { file: 'hevc.mp4', size: [1920, 1080], ratio: '16:9', codec: 'hevc', audio: 'aac', seconds: 10, plays: false },
  { file: 'vp9.webm', size: [1080, 1080], ratio: '1:1', codec: 'vp9', audio: null, seconds: 3.33, plays: true },
] as const

describe.each(good)('$file', ({ file, size: [width, height], ratio, codec, audio, seconds, plays }) => {
  test('is measured as it is shown', async () => {
    const facts = await inspectVideo(sharedMedia(file))
    expect(facts).toMatchObject({ width, height, videoCodec: codec, audioCodec: audio, playsInBrowsers: plays })
    expect(nameAspectRatio(facts.width, facts.height)).toBe(ratio)
    expect(facts.durationSeconds).toBeCloseTo(seconds, 1)
  })

  test('is measured as mediabunny, which the page uses, measures it', async () => {
    const facts = await inspectVideo(sharedMedia(file))
    const { video, input } = await openWithMediabunny(sharedMedia(file))
    expect([facts.width, facts.height]).toEqual([await video.getDisplayWidth(), await video.getDisplayHeight()])
    expect([facts.rotation, facts.contentType]).toEqual([await video.getRotation(), (await input.getFormat()).mimeType])
  })

  test('gets a poster that shows something, in its true shape', async () => {
    const path = join(folder, `${file}.webp`)
    const poster = await renderPoster(sharedMedia(file), path)
    const image = sharp(path)
    const { format, width: posterWidth, height: posterHeight } = await image.metadata()
    expect({ format, width: posterWidth, height: posterHeight }).toEqual({
      format: 'webp',
      width: 720,
      height: Math.round((720 * height) / width),
    })
    expect(poster).toMatchObject({ width: posterWidth, height: posterHeight })
    const { channels } = await image.stats()
    expect(Math.max(...channels.map(({ mean }) => mean))).toBeGreaterThan(20)
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(3)
    const placeholder = Buffer.from(poster.placeholder, 'base64')
    expect(placeholder.length).toBeLessThan(32)
    expect(thumbHashToApproximateAspectRatio(placeholder)).toSatisfy((r: number) => r > 1 === width > height)
  })

  test('gets a light, silent preview in its true shape', async () => {
    const path = join(folder, `${file}.preview.mp4`)
    const preview = await renderPreview(sharedMedia(file), path)
    expect((await stat(path)).size).toBeLessThan(600_000)
    const { video, input } = await openWithMediabunny(path)
    expect(await video.getCodec()).toBe('avc')
    expect(await input.getAudioTracks()).toEqual([])
    expect(await video.getRotation()).toBe(0)
    const [previewWidth, previewHeight] = [await video.getDisplayWidth(), await video.getDisplayHeight()]
    expect([previewWidth, previewHeight]).toEqual([await video.getCodedWidth(), await video.getCodedHeight()])
    expect(preview).toEqual({ width: previewWidth, height: previewHeight })
    expect(Math.min(previewWidth, previewHeight)).toBeLessThanOrEqual(480)
    expect((previewWidth % 2) + (previewHeight % 2)).toBe(0)
    expect(Math.abs(previewWidth / previewHeight - width / height)).toBeLessThan(0.01)
    expect((await video.computePacketStats()).averagePacketRate).toBeLessThanOrEqual(30.1)
    expect(Math.abs((await input.computeDuration()) - seconds)).toBeLessThan(0.15)
    expect(await isFastStart(path)).toBe(true)
  })
})

describe('what cannot be shown', () => {
  test.each([
    {
      file: 'tiny-with-audio.mp4',
      sentence: 'This file has sound but no video track. Please choose a file with a picture.',
    },
    { file: 'hostile-empty.mp4', sentence: 'This file has no video track. Please choose a file with a picture.' },
    {
      file: 'hostile-nested-boxes.mp4',
      sentence: 'This file has no video track. Please choose a file with a picture.',
    },
  ])('$file is refused with a sentence', async ({ file, sentence }) => {
    const refusal = await inspectVideo(sharedMedia(file)).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(UnreadableVideoError)
    expect((refusal as Error).message).toBe(sentence)
  })

  test.each(['hostile-empty.mp4', 'hostile-nested-boxes.mp4'])(
    '%s yields no poster and leaves no file',
    async (file) => {
      const empty = await mkdtemp(join(folder, 'empty-'))
      await expect(renderPoster(sharedMedia(file), join(empty, 'poster.webp'))).rejects.toThrow(UnreadableVideoError)
      await expect(renderPreview(sharedMedia(file), join(empty, 'preview.mp4'))).rejects.toThrow(UnreadableVideoError)
      expect(await readdir(empty)).toEqual([])
    },
  )

  test('a file that is not there is our mistake, not the creator’s', async () => {
    const error = await inspectVideo(join(folder, 'nowhere.mp4')).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(UnreadableVideoError)
  })
})

test('a clip that fades in from black has a poster from after the dark', async () => {
  const path = join(folder, 'fade.webp')
  await renderPoster(sharedMedia('rotated-90.mp4'), path)
  const { channels } = await sharp(path).stats()
  expect(channels[0]?.mean).toBeGreaterThan(60)
})

async function openWithMediabunny(path: string) {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const [video] = await input.getVideoTracks()
  if (!video) throw new Error(`${path} has no video track`)
  return { input, video }
}

/** Whether the index comes before the pictures, so that playing can begin at once. */
async function isFastStart(path: string): Promise<boolean> {
  const bytes = await readFile(path)
  return bytes.indexOf('moov') < bytes.indexOf('mdat')
}
