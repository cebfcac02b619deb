import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { everyNth } from '../../test/every-nth.ts'
import { type SampleClip, sampleClip } from '../../test/media/sample-clips.ts'
import { writeCutOffMp4 } from '../../test/media/crafted-files.ts'
import { clipIn } from '../../test/media/generated-clip.ts'
import { sizeOf } from '../../test/run-size.ts'
import { describeGoodClip, type GoodClip } from './good-clip.suite.ts'
import { inspectVideo, renderPoster, renderPreview, UnreadableVideoError } from './engine.ts'
import { sharedFolder } from '../../test/test-folder.ts'

const good: (GoodClip & { file: SampleClip })[] = [
  { file: 'plain-h264.mp4', size: [360, 640], seconds: 2 },
  { file: 'content-credentials.mp4', size: [360, 640], seconds: 2 },
  { file: 'quicktime.mov', size: [550, 366], seconds: 2 },
  { file: 'rotated-90.mp4', size: [360, 640], seconds: 2 },
  { file: 'anamorphic-2x1.mp4', size: [1280, 360], seconds: 2 },
  { file: 'variable-frame-rate.mp4', size: [756, 346], seconds: 4.03 },
  { file: 'vp9.webm', size: [720, 720], seconds: 3 },
  { file: 'hevc.mp4', size: [1280, 720], seconds: 3 },
]

const folder = sharedFolder()

for (const clip of everyNth(good, sizeOf({ quick: 3, deep: 1 }))) {
  describeGoodClip(clip, (name) => sampleClip(name as SampleClip))
}

describe('files that cannot be shown are refused', () => {
  test.each([
    ['sound-only.mp4', 'This file has sound but no video track. Please choose another file.'],
    ['empty.mp4', 'This file has no video track. Please choose another file.'],
    ['nested-boxes.mp4', 'This file has no video track. Please choose another file.'],
  ] as const)('%s is refused: %s', async (file, sentence) => {
    await expect(inspectVideo(sampleClip(file))).rejects.toThrow(new UnreadableVideoError(sentence))
  })

  test.each(['empty.mp4', 'nested-boxes.mp4'] as const)('%s yields no poster and leaves no file', async (file) => {
    const empty = await mkdtemp(join(folder, 'empty-'))
    await expect(renderPoster(sampleClip(file), join(empty, 'poster.webp'))).rejects.toThrow(UnreadableVideoError)
    await expect(renderPreview(sampleClip(file), join(empty, 'preview.mp4'))).rejects.toThrow(UnreadableVideoError)
    expect(await readdir(empty)).toEqual([])
  })

  test('a file without its end is refused, although its index lists all frames', async () => {
    const path = join(folder, 'cut-off.mp4')
    writeCutOffMp4(path, 0)
    expect(await inspectVideo(path)).toMatchObject({ durationSeconds: 1 })
    writeCutOffMp4(path, 100)
    const sentence = 'This file is incomplete: the end is missing. Please copy or export it again.'
    await expect(inspectVideo(path)).rejects.toThrow(new UnreadableVideoError(sentence))
  })

  test('a missing file is an error of the server, not of the creator', async () => {
    const error = await inspectVideo(join(folder, 'nowhere.mp4')).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(UnreadableVideoError)
  })
})

test('a poster of the finest detail weighs at most 80 kB in full size', async () => {
  const [width, height] = [720, 1280]
  const clip = clipIn(folder, { width, height, seconds: 0.1, noise: width * height * 3 })
  expect(await renderPoster(clip, `${clip}.webp`)).toMatchObject({ width, height })
  expect((await stat(`${clip}.webp`)).size).toBeLessThanOrEqual(80_000)
})

test('an edit of duration 0 lasts to the end of its track', async () => {
  const [whole, path] = [sampleClip('plain-h264.mp4'), join(folder, 'endless-edit.mp4')]
  const bytes = await readFile(whole)
  for (let at = bytes.indexOf('elst'); at >= 0; at = bytes.indexOf('elst', at + 4)) bytes.writeUInt32BE(0, at + 12)
  await writeFile(path, bytes)
  const { durationSeconds, width, height } = await inspectVideo(whole)
  expect(await inspectVideo(path)).toMatchObject({ durationSeconds, width, height })
})
