import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeRepeatingMatroska, writeRepeatingMp4 } from '../../test/media/crafted-files.ts'
import { refuseAbsurdLength, refuseTooMuch } from './decoding-budget.ts'
import { inspectVideo, renderPreview, renderStream, TooSlowError, UnreadableVideoError } from '../engine/engine.ts'
import { sharedFolder } from '../../test/test-folder.ts'

const TOO_MUCH = 'This file has more frames than its size and length allow. Please export it again.'
const TOO_LONG = 'This file claims to be far longer than it is. Please export it again.'

const folder = sharedFolder()

test.each([
  { is: 'sixty thousand a minute', samplesPerSecond: 1000 },
  { is: 'sixty thousand in a quarter of an hour', samplesPerSecond: 60 },
])('a small MP4 whose samples are all one 8K frame, $is, is refused', async ({ samplesPerSecond }) => {
  const path = join(folder, 'repeating.mp4')
  writeRepeatingMp4(path, { width: 8192, height: 4320, samples: 60_000, samplesPerSecond })
  await expect(inspectVideo(path)).rejects.toThrow(TOO_MUCH)
})

test('a WebM of a thousand frames a second is refused', async () => {
  const path = join(folder, 'dense.webm')
  writeRepeatingMatroska(path, { timesMs: Array.from({ length: 3000 }, (_, index) => index) })
  await expect(inspectVideo(path)).rejects.toThrow(TOO_MUCH)
})

test('a Matroska file with thousands of equal timestamps cannot be rendered', async () => {
  const path = join(folder, 'late.mkv')
  const timesMs = [
    ...Array.from({ length: 150 }, (_, index) => index * 33),
    ...Array.from({ length: 4000 }, () => 5000),
  ]
  writeRepeatingMatroska(path, { timesMs, muxer: 'matroska' })
  expect(await inspectVideo(path)).toMatchObject({ width: 32, height: 32 })
  for (const render of [
    () => renderPreview(path, join(folder, 'preview.mp4')),
    () => renderStream(path, join(folder, 'stream')),
  ]) {
    const refusal = await render().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(UnreadableVideoError)
    expect(refusal).not.toBeInstanceOf(TooSlowError)
    expect((refusal as Error).message).toBe(TOO_MUCH)
  }
})

test('an MP4 that repeats the same bytes cannot be rendered, even if its frames are small', async () => {
  const path = join(folder, 'reread.mp4')
  writeRepeatingMp4(path, { width: 320, height: 180, samples: 9_000, samplesPerSecond: 300 })
  expect(await inspectVideo(path)).toMatchObject({ framesCount: 9_000 })
  await expect(renderPreview(path, join(folder, 'reread.preview.mp4'))).rejects.toThrow(TOO_MUCH)
  await expect(renderStream(path, join(folder, 'reread'))).rejects.toThrow(TOO_MUCH)
})

test.each(['webm', 'matroska'] as const)('a %s with a claimed length of 9·10¹² seconds is refused', async (muxer) => {
  const path = join(folder, `long.${muxer}`)
  writeRepeatingMatroska(path, { timesMs: [0, 33, 66], claimedSeconds: 9e12, muxer })
  await expect(inspectVideo(path)).rejects.toThrow(TOO_LONG)
})

test('a file whose last frame is shown after a month is refused', async () => {
  const path = join(folder, 'late.webm')
  writeRepeatingMatroska(path, { timesMs: [0, 33, 30 * 24 * 3600 * 1000] })
  await expect(inspectVideo(path)).rejects.toThrow(TOO_LONG)
})

const MB = 1e6
test.each([
  { is: 'an hour of 1080p at 60', size: [1920, 1080], rate: 60, seconds: 3600, sizeBytes: 500 * MB },
  { is: 'an hour of 4K at 60', size: [3840, 2160], rate: 60, seconds: 3600, sizeBytes: 5 * 1024 ** 3 },
  { is: 'a minute of 8K at 30', size: [7680, 4320], rate: 30, seconds: 60, sizeBytes: 5 * MB },
  { is: 'a phone at 240 a second', size: [1920, 1080], rate: 240, seconds: 30, sizeBytes: 50 * MB },
  { is: 'a screen that hardly moves', size: [1920, 1080], rate: 30, seconds: 3600, sizeBytes: 22 * MB },
  { is: 'a single frame', size: [1024, 1024], rate: 1, seconds: 1, sizeBytes: 1000 },
])('$is is accepted', ({ size: [width, height], rate, seconds, sizeBytes }) => {
  const framesCount = rate * seconds
  const pixelsCount = width! * height! * framesCount
  expect(() => refuseTooMuch({ framesCount, pixelsCount, seconds }, sizeBytes)).not.toThrow()
  expect(() => refuseAbsurdLength(seconds, sizeBytes)).not.toThrow()
})
