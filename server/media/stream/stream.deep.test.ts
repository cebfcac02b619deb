import { join } from 'node:path'
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import { expect, test } from 'vitest'
import { sampleClip } from '../../test/media/sample-clips.ts'
import { writeClip } from '../../test/media/generated-clip.ts'
import { renderPoster, renderStream } from '../engine/engine.ts'
import { readStream } from './read-stream.fixture.ts'
import { sharedFolder } from '../../test/test-folder.ts'

const folder = sharedFolder()

test('a clip of ten minutes has a stream', async () => {
  const path = join(folder, 'long.mkv')
  writeClip(path, { seconds: 600, frameRate: 2, width: 64, height: 64, muxer: 'matroska' })
  await renderStream(path, `${path}.stream`)
  const [variant] = (await readStream(`${path}.stream`)).variants
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
])('segments of $is clips begin with key frames at the same times in every variant', async ({ is, options }) => {
  const path = join(folder, `${is}.mkv`)
  const kind = { muxer: 'matroska', width: 640, height: 480, frameRate: 25, options } as const
  writeClip(path, { ...kind, seconds: 7, audio: { tracks: 1 } })
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

test('H.264 with a moderate bit rate is copied', async () => {
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
  // Key frames come every 1.2 s; each segment has two of them.
  expect(low!.keys).toEqual([0, 2.4, 4.8])
  expect(top!.keys).toEqual(expect.arrayContaining(low!.keys))
  expect(top!.durations).toEqual(low!.durations)
})

test('only the default one of several audio tracks is heard', async () => {
  const path = join(folder, 'languages.mkv')
  writeClip(path, { seconds: 2, muxer: 'matroska', audio: { tracks: 3, default: 2 } })
  await renderStream(path, `${path}.stream`)
  const [variant] = (await readStream(`${path}.stream`)).variants
  const input = new Input({ source: new FilePathSource(join(`${path}.stream`, variant!.file)), formats: ALL_FORMATS })
  const [audio, ...others] = await input.getAudioTracks()
  expect(others).toEqual([])
  expect(await audio!.computeDuration()).toBeCloseTo(2, 1)
  // `writeClip` makes the third track the loudest.
  expect((await audio!.computePacketStats()).averageBitrate).toBeGreaterThan(10_000)
})

test('frames of an unsteady rate keep their timestamps, and the last one its duration', async () => {
  const path = join(folder, 'unsteady.stream')
  const clip = join(folder, 'unsteady.mkv')
  const times = [0, 0.04, 0.3, 1.1, 1.13, 2.2, 3.9, 4.4]
  writeClip(clip, { muxer: 'matroska', times, lastSeconds: 1.5 })
  await renderStream(clip, path)
  const [variant] = (await readStream(path)).variants
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
