/** Tests that every displayable file must pass. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import sharp from 'sharp'
import { thumbHashToApproximateAspectRatio } from 'thumbhash'
import { beforeAll, describe, expect, test } from 'vitest'
import { inspectVideo, renderPoster, renderPreview, type VideoFacts } from './engine.ts'
import { sharedFolder } from '../../test/test-folder.ts'

export interface GoodClip {
  file: string
  /** Displayed size. */
  size: [width: number, height: number]
  seconds: number
}

/** Defines the tests of one file. @param find Returns the path of the file with this name. */
export function describeGoodClip(clip: GoodClip, find: (name: string) => string): void {
  describe.each([clip])('$file', () => {
    const folder = sharedFolder()
    let facts: VideoFacts
    let path: string
    beforeAll(async () => {
      path = find(clip.file)
      facts = await inspectVideo(path)
    })

    test('has its displayed size', () => expectMeasured(facts, clip))
    test('has the same size in mediabunny, which the web client uses', () => expectSameInPage(facts, path))
    test('gets a poster with visible content and the right shape', () => expectPoster(path, clip, folder))
    test('gets a small, silent preview in the right shape', () => expectPreview(path, clip, folder))
  })
}

function expectMeasured({ width, height, durationSeconds }: VideoFacts, { size, seconds }: GoodClip): void {
  expect([width, height]).toEqual(size)
  expect(durationSeconds).toBeCloseTo(seconds, 1)
}

async function expectSameInPage(facts: VideoFacts, path: string): Promise<void> {
  const { video, input } = await openWithMediabunny(path)
  expect([facts.width, facts.height]).toEqual([await video.getDisplayWidth(), await video.getDisplayHeight()])
  expect(facts.contentType).toBe((await input.getFormat()).mimeType)
}

async function expectPoster(file: string, { size: [width, height] }: GoodClip, folder: string): Promise<void> {
  const path = join(folder, 'poster.webp')
  const poster = await renderPoster(file, path)
  const image = sharp(path)
  const { format, width: posterWidth, height: posterHeight } = await image.metadata()
  expect({ format, width: posterWidth, height: posterHeight }).toEqual({
    format: 'webp',
    width: Math.min(720, width),
    height: Math.round((Math.min(720, width) * height) / width),
  })
  expect(poster).toMatchObject({ width: posterWidth, height: posterHeight })
  const { channels } = await image.stats()
  expect(Math.max(...channels.map(({ mean }) => mean))).toBeGreaterThan(20)
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(3)
  const placeholder = Buffer.from(poster.placeholder, 'base64')
  expect(placeholder.length).toBeLessThan(32)
  expect(thumbHashToApproximateAspectRatio(placeholder)).toSatisfy((r: number) => r > 1 === width > height)
}

async function expectPreview(
  file: string,
  { size: [width, height], seconds }: GoodClip,
  folder: string,
): Promise<void> {
  const path = join(folder, 'preview.mp4')
  const preview = await renderPreview(file, path)
  expect((await stat(path)).size).toBeLessThanOrEqual(450_000)
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
}

async function openWithMediabunny(path: string) {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const [video] = await input.getVideoTracks()
  if (!video) throw new Error(`${path} has no video track`)
  return { input, video }
}

/** Whether the index comes before the frames, so that playback can begin at once. */
async function isFastStart(path: string): Promise<boolean> {
  const bytes = await readFile(path)
  return bytes.indexOf('moov') < bytes.indexOf('mdat')
}
