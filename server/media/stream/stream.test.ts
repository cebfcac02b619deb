import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { STORYBOARD_COLUMNS, STORYBOARD_ROWS } from '../../../contract/videos/storyboard.ts'
import { sampleClip } from '../../test/media/sample-clips.ts'
import { everyNth } from '../../test/every-nth.ts'
import { type ClipKind, clipIn } from '../../test/media/generated-clip.ts'
import { sizeOf } from '../../test/run-size.ts'
import { renderStream, STORYBOARD } from '../engine/engine.ts'
import { samplesOf } from './read-audio.fixture.ts'
import { readStream, streamOf } from './read-stream.fixture.ts'
import { ladderFor } from './stream-plan.ts'
import { maxBytesOf } from './stream.ts'
import { sharedFolder } from '../../test/test-folder.ts'

/** `variants` are sizes; `rates` are frames per second, where they matter. */
const odd: (ClipKind & { is: string; variants: string[]; rates?: number[] })[] = [
  { is: 'portrait', width: 270, height: 480, codec: 'libvpx', muxer: 'webm', variants: ['270x480'] },
  { is: 'square, 4:4:4', width: 720, height: 720, pixelFormat: 'yuv444p', variants: ['720x720', '360x360'] },
  { is: '21:9', width: 840, height: 360, codec: 'libvpx-vp9', muxer: 'webm', variants: ['840x360'] },
  { is: 'of odd sizes', width: 321, height: 181, pixelFormat: 'yuv444p', variants: ['322x182'] },
  { is: 'turned by 90°', matrix: [0, 1, -1, 0], variants: ['180x320'] },
  { is: 'anamorphic', width: 360, height: 288, sampleAspectRatio: [16, 11], variants: ['524x288'] },
  { is: 'at 120 a second', frameRate: 120, width: 640, height: 480, variants: ['640x480', '480x360'], rates: [60, 30] },
  { is: 'HDR', codec: 'libx265', pixelFormat: 'yuv420p10le', isHdr: true, variants: ['320x180'] },
  { is: 'ProRes', codec: 'prores_ks', pixelFormat: 'yuv422p10le', muxer: 'mov', variants: ['320x180'] },
  { is: 'AVI', codec: 'mpeg4', muxer: 'avi', variants: ['320x180'] },
  { is: 'FLV', codec: 'flv', muxer: 'flv', variants: ['320x180'] },
  { is: 'WMV', codec: 'wmv2', muxer: 'asf', variants: ['320x180'] },
  { is: 'Theora', codec: 'libtheora', muxer: 'ogg', variants: ['320x180'] },
  { is: 'interlaced', options: { flags: '+ildct' }, variants: ['320x180'] },
]

/** H.264 whose frames cannot be copied. */
const unfit = [
  { why: 'key frames too far apart', kind: { keyEvery: 250, seconds: 8 } },
  { why: 'turned', kind: { matrix: [0, 1, -1, 0] as ClipKind['matrix'] } },
  { why: '10 bits', kind: { pixelFormat: 'yuv420p10le' } },
  { why: 'not in MP4', kind: { muxer: 'mpegts' as const } },
  { why: 'too many frames a second', kind: { frameRate: 120 } },
]

const every = sizeOf({ quick: 5, deep: 1 })

const folder = sharedFolder()

test.each(everyNth(odd, every))('a clip that is $is has a stream', async ({ variants, rates, ...kind }) => {
  const stream = await streamOf(clipIn(folder, { seconds: 1, ...kind }))
  expect(stream.variants.map(({ size }) => size).toSorted()).toEqual(variants.toSorted())
  for (const variant of stream.variants) {
    expect(variant.codecs).toMatch(/^avc1\.64/)
    expect(variant.seconds).toBeCloseTo(1, 1)
  }
  const byHeight = stream.variants.toSorted((a, b) => b.height - a.height)
  expect(byHeight.map(({ rate }) => Math.round(rate))).toEqual(rates ?? variants.map(() => 30))
})

test.each(everyNth(unfit, every))('H.264 is encoded again: $why', async ({ kind }) => {
  const path = clipIn(folder, { seconds: 1, width: 160, height: 90, ...kind })
  expect(await renderStream(path, `${path}.stream`)).toMatchObject({ isTopCopied: false })
})

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

test('a small H.264 clip has a single variant of its own size', async () => {
  const facts = await renderStream(sampleClip('plain-h264.mp4'), join(folder, 'small'))
  expect(facts).toEqual({ isTopCopied: true, variants: [{ width: 360, height: 640 }], captions: [] })
  expect((await readStream(join(folder, 'small'))).variants[0]).toMatchObject({ keys: [0], durations: [2] })
})

test('the size limit of a stream leaves room for the audio of a still picture', () => {
  // Speech at 8 kbit/s beside a still picture: the file of 1,000 s has 0.9 MB, and the stream's audio 16 MB.
  expect(maxBytesOf(0.9e6, 1_000)).toBeGreaterThan(16.5e6)
})

test('a stream carries no tags of the original', async () => {
  const tags = { title: 'Mallory’s birthday', location: '+52.5200+013.4050/', comment: 'at home' }
  const { path } = await streamOf(clipIn(folder, { tags }))
  for (const file of await readdir(path)) {
    const bytes = await readFile(join(path, file))
    for (const secret of ['Mallory', '52.52', 'at home']) expect(bytes.includes(secret)).toBe(false)
  }
})

test.each([4, 9])('audio with %i channels that the file does not name keeps its pitch', async (channels) => {
  const audio = { tracks: 1, codec: 'pcm_s16le', channels } as const
  const clip = clipIn(folder, { seconds: 1, width: 64, height: 48, muxer: 'mov', audio })
  const { path, variants } = await streamOf(clip)
  const samples = samplesOf(join(path, variants[0]!.file))
  expect(Math.max(...samples)).toBeGreaterThan(0.1)
  const crossings = samples.filter((sample, at) => at > 0 && samples[at - 1]! < 0 !== sample < 0).length
  // `writeClip` makes a tone that crosses zero every 20 π samples.
  expect(samples.length / crossings).toBeCloseTo(20 * Math.PI, -1)
})

test('a clip whose audio begins long before its first frame has a stream', async () => {
  const times = Array.from({ length: 30 }, (_, index) => 15 + index / 30)
  const audio = { tracks: 1, codec: 'aac' } as const
  const { variants } = await streamOf(clipIn(folder, { muxer: 'mpegts', times, width: 64, height: 48, audio }))
  expect(variants[0]!.seconds).toBeCloseTo(1, 1)
})

test.each([
  { is: 'copied', kind: { muxer: 'mp4', audio: { tracks: 1, codec: 'aac', seconds: 1 } } },
  { is: 'encoded', kind: { muxer: 'mov', audio: { tracks: 1, codec: 'pcm_s16le', channels: 2, seconds: 1 } } },
] as const)('$is audio that ends before the picture is continued with silence', async ({ kind }) => {
  // Longer than the stream waits for missing audio.
  const clip = clipIn(folder, { ...kind, seconds: 24, frameRate: 5, width: 64, height: 48, keyEvery: 10 })
  const samples = samplesOf(join((await streamOf(clip)).path, '64x48.mp4'))
  const loudest = (from: number, to: number) =>
    samples.slice(from * 48_000, to * 48_000).reduce((a, b) => Math.max(a, Math.abs(b)), 0)
  expect(samples.length / 48_000).toBeCloseTo(24, 1)
  expect(loudest(0.2, 0.8)).toBeGreaterThan(0.1)
  expect(loudest(1.2, 24)).toBeLessThan(0.01)
})

test('a stream lasts as long as the audio of a still picture', async () => {
  const audio = { tracks: 1, codec: 'libopus', seconds: 12 } as const
  const clip = clipIn(folder, { seconds: 0.1, width: 64, height: 48, muxer: 'matroska', audio })
  const { variants } = await streamOf(clip)
  expect(variants[0]!.durations.reduce((sum, each) => sum + each, 0)).toBeCloseTo(12, 1)
})

test('a longer clip has a storyboard of frames in order', async () => {
  // The clip brightens gradually from black. It is small H.264, so its frames are copied, but still decoded for the
  // storyboard.
  const path = clipIn(folder, { seconds: 16, frameRate: 5, width: 320, height: 180, keyEvery: 10, getsBrighter: true })
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
