import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STORYBOARD_COLUMNS, STORYBOARD_ROWS } from '../../../contract/videos/storyboard.ts'
import { sampleClip } from '../../test/media/sample-clips.ts'
import { writeClip } from '../../test/media/generated-clip.ts'
import { renderStream, STORYBOARD } from '../engine/engine.ts'
import { readStream } from './read-stream.fixture.ts'
import { ladderFor } from './stream-plan.ts'
import { testStreams } from './stream.suite.ts'

testStreams({ every: 5 })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-stream-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  { of: '1080p', width: 1920, height: 1080, sizes: ['1920x1080', '1280x720', '640x360'] },
  { of: '4K', width: 3840, height: 2160, sizes: ['1920x1080', '1280x720', '640x360'] },
  { of: 'portrait 720p', width: 720, height: 1280, sizes: ['720x1280', '360x640'] },
  { of: '21:9', width: 2560, height: 1097, sizes: ['2520x1080', '1680x720', '840x360'] },
  { of: 'a size near a variant', width: 1422, height: 800, sizes: ['1422x800', '640x360'] },
  { of: 'a small one', width: 320, height: 180, sizes: ['320x180'] },
  { of: 'a panorama', width: 8192, height: 1080, sizes: ['2560x338'] },
])('the variants of $of: $sizes', ({ width, height, sizes }) => {
  expect(ladderFor({ width, height }, 30).map(({ size }) => `${size.width}x${size.height}`)).toEqual(sizes)
})

test('segments begin with key frames, at the same times in every variant, and lie end to end', async () => {
  const path = join(folder, 'aligned.mkv')
  writeClip(path, { seconds: 7, width: 640, height: 480, frameRate: 25, muxer: 'matroska', audio: { tracks: 1 } })
  await renderStream(path, `${path}.stream`)
  const { variants } = await readStream(`${path}.stream`)
  expect(variants).toHaveLength(2)
  for (const variant of variants) {
    expect(variant.keys).toEqual([0, 2, 4, 6])
    expect(variant.durations).toEqual([2, 2, 2, 1])
    expect(variant.codecs).toMatch(/^avc1\.64.*,mp4a\.40\.2$/)
    // Head and segments are the whole file.
    expect(variant.spans.reduce((end, { offset, size }) => (offset === end ? end + size : Number.NaN), 0)).toBe(
      variant.bytes,
    )
  }
})

test('light H.264 is copied, and the variants below it follow its key frames', async () => {
  const path = join(folder, 'copied.mp4')
  const size = { width: 1280, height: 720 }
  writeClip(path, {
    ...size,
    seconds: 7,
    frameRate: 10,
    keyEvery: 12,
    noise: 120_000,
    audio: { tracks: 1, codec: 'aac' },
  })
  const facts = await renderStream(path, `${path}.stream`)
  expect(facts).toEqual({ isTopCopied: true, variants: [size, { width: 640, height: 360 }], captions: [] })
  const { variants } = await readStream(`${path}.stream`)
  const [top, low] = variants.toSorted((a, b) => b.height - a.height)
  expect(await frameSizes(join(`${path}.stream`, top!.file))).toEqual(await frameSizes(path))
  // Key frames come every 1.2 s; segments are of two of those.
  expect(low!.keys).toEqual([0, 2.4, 4.8])
  expect(top!.keys).toEqual(expect.arrayContaining(low!.keys))
  expect(top!.durations).toEqual(low!.durations)
})

test('a small H.264 clip has one variant, its own', async () => {
  const facts = await renderStream(sampleClip('plain-h264.mp4'), join(folder, 'small'))
  expect(facts).toEqual({ isTopCopied: true, variants: [{ width: 360, height: 640 }], captions: [] })
  expect((await readStream(join(folder, 'small'))).variants[0]).toMatchObject({ keys: [0], durations: [2] })
})

test('of several audio tracks the default one is heard, and only that', async () => {
  const path = join(folder, 'languages.mkv')
  writeClip(path, { seconds: 2, muxer: 'matroska', audio: { tracks: 3, default: 2 } })
  await renderStream(path, `${path}.stream`)
  const [variant] = (await readStream(`${path}.stream`)).variants
  const input = new Input({ source: new FilePathSource(join(`${path}.stream`, variant!.file)), formats: ALL_FORMATS })
  const [audio, ...others] = await input.getAudioTracks()
  expect(others).toEqual([])
  expect(await audio!.computeDuration()).toBeCloseTo(2, 1)
  // The third track, as `writeClip` makes it, is the loudest.
  expect((await audio!.computePacketStats()).averageBitrate).toBeGreaterThan(10_000)
})

test('frames that come unsteadily keep their own times', async () => {
  const path = join(folder, 'unsteady.stream')
  const clip = join(folder, 'unsteady.mkv')
  const times = [0, 0.04, 0.3, 1.1, 1.13, 2.2, 3.9, 4.4]
  writeClip(clip, { muxer: 'matroska', times })
  await renderStream(clip, path)
  const [variant] = (await readStream(path)).variants
  expect(variant!.times).toEqual(times)
  expect(variant!.keys).toEqual([0, 2.2, 4.4])
})

test('a stream carries no tags of the original', async () => {
  const path = join(folder, 'tagged.mp4')
  writeClip(path, { tags: { title: 'Mallory’s birthday', location: '+52.5200+013.4050/', comment: 'at home' } })
  await renderStream(path, `${path}.stream`)
  for (const file of await readdir(`${path}.stream`)) {
    const bytes = await readFile(join(`${path}.stream`, file))
    for (const secret of ['Mallory', '52.52', 'at home']) expect(bytes.includes(secret)).toBe(false)
  }
})

test('a longer clip has a storyboard of its moments in order', async () => {
  const path = join(folder, 'scrubbed.mp4')
  // Dark at first, and then less and less; small H.264, so that its frames are copied and yet looked at.
  writeClip(path, { seconds: 16, frameRate: 5, width: 320, height: 180, keyEvery: 10, getsBrighter: true })
  expect(await renderStream(path, `${path}.stream`)).toMatchObject({ isTopCopied: true })
  const { data, info } = await sharp(join(`${path}.stream`, STORYBOARD))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([160 * STORYBOARD_COLUMNS, 90 * STORYBOARD_ROWS])
  const light = (column: number, row: number) =>
    data[((row * 90 + 45) * info.width + column * 160 + 120) * info.channels] ?? 0
  expect(light(0, 0)).toBeLessThan(40)
  expect(light(7, 0)).toBeGreaterThan(light(0, 0))
  expect(light(0, 4)).toBeGreaterThan(light(7, 0))
  expect(light(7, 7)).toBeGreaterThan(200)
})

async function frameSizes(path: string): Promise<number[]> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const [video] = await input.getVideoTracks()
  return (await Array.fromAsync(new EncodedPacketSink(video!).packets())).map(({ byteLength }) => byteLength)
}
