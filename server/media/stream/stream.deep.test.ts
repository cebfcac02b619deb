import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleClip } from '../../test/media/sample-clips.ts'
import { writeClip } from '../../test/media/generated-clip.ts'
import { renderPoster, renderStream } from '../engine/engine.ts'
import { readStream } from './read-stream.fixture.ts'
import { testStreams } from './stream.suite.ts'

testStreams({ every: 1 })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-stream-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('ten minutes are no trouble', async () => {
  const path = join(folder, 'long.mkv')
  writeClip(path, { seconds: 600, frameRate: 2, width: 64, height: 64, muxer: 'matroska' })
  await renderStream(path, `${path}.stream`)
  const [variant] = (await readStream(`${path}.stream`)).variants
  expect(variant!.durations).toHaveLength(300)
  expect(variant!.seconds).toBeCloseTo(600, 0)
})

test('a WebM without a duration has a stream of its own shape', async () => {
  const path = join(folder, 'vp9')
  await renderStream(sampleClip('vp9.webm'), path)
  const { variants } = await readStream(path)
  expect(variants.map(({ size }) => size).toSorted()).toEqual(['360x360', '720x720'])
  for (const variant of variants) expect(variant.keys).toEqual([0, 2])
  await renderPoster(join(path, '360x360.mp4'), `${path}.webp`)
})
