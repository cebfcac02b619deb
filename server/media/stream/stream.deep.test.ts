import { join } from 'node:path'
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import { expect, test } from 'vitest'
import { sampleClip } from '../../test/media/sample-clips.ts'
import { clipIn } from '../../test/media/generated-clip.ts'
import { renderPoster, renderStream } from '../engine/engine.ts'
import { readStream, streamOf } from './read-stream.fixture.ts'
import { sharedFolder } from '../../test/test-folder.ts'

const folder = sharedFolder()

test('a clip of ten minutes has a stream', async () => {
  const clip = clipIn(folder, { seconds: 600, frameRate: 2, width: 64, height: 64, muxer: 'matroska' })
  const [variant] = (await streamOf(clip)).variants
  expect(variant!.durations).toHaveLength(300)
  expect(variant!.seconds).toBeCloseTo(600, 0)
})

test('the stream of a WebM without a duration keeps the shape of its frames', async () => {
  const path = join(folder, 'vp9')
  await renderStream(sampleClip('vp9.webm'), path)
  const { variants } = await readStream(path)
  expect(variants.map(({ size }) => size).toSorted()).toEqual(['360x360', '720x720'])
  for (const variant of variants) expect(variant.keys).toEqual([0, 2])
  await renderPoster(join(path, '360x360.mp4'), `${path}.webp`)
})

test.each([
  { is: 'progressive', options: {} },
  { is: 'interlaced', options: { flags: '+ildct' } },
])('segments of $is clips begin with key frames at the same times in every variant', async ({ options }) => {
  const kind = { muxer: 'matroska', width: 640, height: 480, frameRate: 25, options } as const
  const { variants } = await streamOf(clipIn(folder, { ...kind, seconds: 7, audio: { tracks: 1 } }))
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

test('H.264 with a moderate bit rate is copied', async () => {
  const size = { width: 1280, height: 720 }
  const clip = clipIn(folder, {
    ...size,
    seconds: 7,
    frameRate: 10,
    keyEvery: 12,
    noise: 120_000,
    audio: { tracks: 1, codec: 'aac' },
  })
  const { path, facts, variants } = await streamOf(clip)
  expect(facts).toEqual({ isTopCopied: true, variants: [size, { width: 640, height: 360 }], captions: [] })
  const [top, low] = variants.toSorted((a, b) => b.height - a.height)
  expect(await frameSizes(join(path, top!.file))).toEqual(await frameSizes(clip))
  // Key frames come every 1.2 s; each segment has two of them.
  expect(low!.keys).toEqual([0, 2.4, 4.8])
  expect(top!.keys).toEqual(expect.arrayContaining(low!.keys))
  expect(top!.durations).toEqual(low!.durations)
})

test('only the default one of several audio tracks is heard', async () => {
  const clip = clipIn(folder, { seconds: 2, muxer: 'matroska', audio: { tracks: 3, default: 2 } })
  const { path, variants } = await streamOf(clip)
  const input = new Input({ source: new FilePathSource(join(path, variants[0]!.file)), formats: ALL_FORMATS })
  const [audio, ...others] = await input.getAudioTracks()
  expect(others).toEqual([])
  expect(await audio!.computeDuration()).toBeCloseTo(2, 1)
  // `writeClip` makes the third track the loudest.
  expect((await audio!.computePacketStats()).averageBitrate).toBeGreaterThan(10_000)
})

test('frames of an unsteady rate keep their timestamps, and the last one its duration', async () => {
  const times = [0, 0.04, 0.3, 1.1, 1.13, 2.2, 3.9, 4.4]
  const [variant] = (await streamOf(clipIn(folder, { muxer: 'matroska', times, lastSeconds: 1.5 }))).variants
  expect(variant!.times).toEqual(times)
  expect(variant!.keys).toEqual([0, 2.2, 4.4])
  expect(variant!.seconds).toBeCloseTo(5.9)
  expect(variant!.durations.at(-1)).toBeCloseTo(1.5)
})

async function frameSizes(path: string): Promise<number[]> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const [video] = await input.getVideoTracks()
  return (await Array.fromAsync(new EncodedPacketSink(video!).packets())).map(({ byteLength }) => byteLength)
}
