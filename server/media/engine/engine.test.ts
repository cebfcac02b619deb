import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleClip } from '../../test/media/sample-clips.ts'
import { writeCutOffMp4 } from '../../test/media/crafted-files.ts'
import { writeClip } from '../../test/media/generated-clip.ts'
import { testGoodClips } from './good-clips.suite.ts'
import { inspectVideo, renderPoster, renderPreview, UnreadableVideoError } from './engine.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-engine-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

testGoodClips({ every: 3 })

describe('files that cannot be shown are refused', () => {
  test.each([
    {
      file: 'sound-only.mp4',
      sentence: 'This file has sound but no video track. Please choose another file.',
    },
    { file: 'empty.mp4', sentence: 'This file has no video track. Please choose another file.' },
    {
      file: 'nested-boxes.mp4',
      sentence: 'This file has no video track. Please choose another file.',
    },
  ] as const)('$file is refused with a message', async ({ file, sentence }) => {
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

  test('a file without its end is refused, although its index lists all frames', async () => {
    const path = join(folder, 'cut-off.mp4')
    writeCutOffMp4(path, 0)
    expect(await inspectVideo(path)).toMatchObject({ durationSeconds: 1 })
    writeCutOffMp4(path, 100)
    const refusal = await inspectVideo(path).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(UnreadableVideoError)
    expect((refusal as Error).message).toBe(
      'This file is incomplete: the end is missing. Please copy or export it again.',
    )
  })

  test('a missing file is a server error, not the creator’s', async () => {
    const error = await inspectVideo(join(folder, 'nowhere.mp4')).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(UnreadableVideoError)
  })
})

test('a clip that fades in from black has a poster from after the dark part', async () => {
  const [clip, path] = [join(folder, 'fade.mp4'), join(folder, 'fade.webp')]
  writeClip(clip, { seconds: 2, getsBrighter: true })
  await renderPoster(clip, path)
  const { channels } = await sharp(path).stats()
  expect(channels[0]?.mean).toBeGreaterThan(60)
})
