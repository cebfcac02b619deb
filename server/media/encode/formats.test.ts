// Tests with files like those that cameras, browsers and generators write, for every container and the usual codecs.
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { everyNth } from '../../test/every-nth.ts'
import { type ClipKind, clipIn, type Picture } from '../../test/media/generated-clip.ts'
import { sizeOf } from '../../test/run-size.ts'
import { inspectVideo, renderPoster, renderPreview } from '../engine/engine.ts'
import { readPreview } from './read-preview.fixture.ts'
import { sharedFolder } from '../../test/test-folder.ts'

const h264 = { codec: 'libx264' } as const
/** The quick run tests the first and then every sixth row of each table: here H.264, HEVC and WMV. */
const kinds: (ClipKind & { is: string; contentType: string })[] = [
  { is: 'H.264 in MP4', ...h264, muxer: 'mp4', contentType: 'video/mp4' },
  { is: 'H.264 in MOV', ...h264, muxer: 'mov', contentType: 'video/quicktime' },
  { is: 'H.264 in MKV', ...h264, muxer: 'matroska', contentType: 'video/x-matroska' },
  { is: 'H.264 in MPEG-TS', ...h264, muxer: 'mpegts', contentType: 'video/MP2T' },
  { is: '10-bit H.264', ...h264, pixelFormat: 'yuv420p10le', contentType: 'video/mp4' },
  { is: '4:4:4 H.264', ...h264, pixelFormat: 'yuv444p', contentType: 'video/mp4' },
  { is: 'HDR HEVC', codec: 'libx265', pixelFormat: 'yuv420p10le', isHdr: true, contentType: 'video/mp4' },
  { is: 'AV1 in MP4', codec: 'libsvtav1', contentType: 'video/mp4' },
  { is: 'VP8 in WebM', codec: 'libvpx', muxer: 'webm', contentType: 'video/webm' },
  { is: 'ProRes', codec: 'prores_ks', pixelFormat: 'yuv422p10le', muxer: 'mov', contentType: 'video/quicktime' },
  { is: 'MPEG-4 in AVI', codec: 'mpeg4', muxer: 'avi', contentType: 'video/x-msvideo' },
  { is: 'Sorenson in FLV', codec: 'flv', muxer: 'flv', contentType: 'video/x-flv' },
  { is: 'WMV', codec: 'wmv2', muxer: 'asf', contentType: 'video/x-ms-asf' },
  { is: 'Theora in Ogg', codec: 'libtheora', muxer: 'ogg', contentType: 'video/ogg' },
  { is: 'MPEG-2 in MPEG-TS', codec: 'mpeg2video', muxer: 'mpegts', contentType: 'video/MP2T' },
  { is: 'MPEG-4 in MP4', codec: 'mpeg4', contentType: 'video/mp4' },
  { is: 'JPEG in MOV', codec: 'mjpeg', pixelFormat: 'yuvj420p', muxer: 'mov', contentType: 'video/quicktime' },
]

// Displayed position of the bright quarter, which is stored top left.
const turns = [
  { turn: 'turned by 90°', matrix: [0, 1, -1, 0], shown: 'top right' },
  { turn: 'not turned', matrix: [1, 0, 0, 1], shown: 'top left' },
  { turn: 'turned by 180°', matrix: [-1, 0, 0, -1], shown: 'bottom right' },
  { turn: 'turned by 270°', matrix: [0, -1, 1, 0], shown: 'bottom left' },
  { turn: 'mirrored upside down', matrix: [1, 0, 0, -1], shown: 'bottom left' },
  { turn: 'mirrored left to right', matrix: [-1, 0, 0, 1], shown: 'top right' },
  { turn: 'turned by 90° and mirrored', matrix: [0, 1, 1, 0], shown: 'top left' },
  { turn: 'turned by 270° and mirrored', matrix: [0, -1, -1, 0], shown: 'bottom right' },
] as const

const rates = [
  { from: 60, to: 30 },
  { from: 24, to: 24 },
  { from: 25, to: 25 },
  { from: 50, to: 25 },
  { from: 120, to: 30 },
]

const shapes = [
  { width: 321, height: 181, pixelFormat: 'yuv444p', preview: { width: 322, height: 182 } },
  { width: 2, height: 2, preview: { width: 2, height: 2 } },
  { width: 1920, height: 270, preview: { width: 1280, height: 180 } },
  { width: 96, height: 1700, preview: { width: 72, height: 1280 } },
  { width: 720, height: 576, sampleAspectRatio: [16, 11] as [number, number], preview: { width: 872, height: 480 } },
]

/** Colour properties that FFmpeg's filters refuse. */
const rareColours = [
  { is: 'reserved primaries', codec: 'libvpx-vp9', options: { color_primaries: '3' } },
  { is: 'a logarithmic transfer', options: { color_trc: 'log100' } },
  { is: 'YCgCo', options: { colorspace: 'ycgco' } },
  { is: 'HDR in ICtCp', codec: 'libx265', pixelFormat: 'yuv420p10le', isHdr: true, options: { colorspace: 'ictcp' } },
]

const every = sizeOf({ quick: 6, deep: 1 })

const folder = sharedFolder()

test.each(everyNth(kinds, every))(
  '$is is measured and gets a poster and a preview',
  async ({ contentType, ...kind }) => {
    const path = clipIn(folder, { seconds: 1, ...kind })
    const facts = await inspectVideo(path)
    expect(facts).toMatchObject({ width: 320, height: 180, contentType })
    expect(Math.abs(facts.durationSeconds - 1)).toBeLessThan(0.1)
    expect(Math.abs((facts.frameRate ?? 0) - 30)).toBeLessThan(2)
    await renderPoster(path, `${path}.webp`)
    expect(await brightQuarter(`${path}.webp`)).toBe('top left')
    expect(await renderPreview(path, `${path}.mp4`)).toEqual({ width: 320, height: 180 })
    expect((await readPreview(`${path}.mp4`)).rate).toBeCloseTo(30, 0)
  },
)

test.each(everyNth(turns, every))('the bright quarter of a clip that is $turn is $shown', async ({ matrix, shown }) => {
  const path = clipIn(folder, { matrix: [...matrix], seconds: 0.2 })
  const size = matrix[0] !== 0 ? { width: 320, height: 180 } : { width: 180, height: 320 }
  expect(await inspectVideo(path)).toMatchObject(size)
  await renderPoster(path, `${path}.webp`)
  expect(await brightQuarter(`${path}.webp`)).toBe(shown)
  await renderPreview(path, `${path}.preview`)
  await renderPoster(`${path}.preview`, `${path}.preview.webp`)
  expect(await brightQuarter(`${path}.preview.webp`)).toBe(shown)
})

test.each(everyNth(rates, every))('$from frames a second become $to', async ({ from, to }) => {
  const path = clipIn(folder, { frameRate: from, seconds: 2 })
  await renderPreview(path, `${path}.preview`)
  const { rate, seconds } = await readPreview(`${path}.preview`)
  expect(rate).toBeCloseTo(to, 1)
  expect(seconds).toBeCloseTo(2, 1)
})

test.each(everyNth(shapes, every))(
  'a frame of $width×$height has a preview of $preview.width×$preview.height',
  async ({ preview, ...kind }) => {
    const path = clipIn(folder, { seconds: 0.2, ...kind })
    expect(await renderPreview(path, `${path}.preview`)).toEqual(preview)
  },
)

test.each(everyNth(rareColours, every))('a clip with $is has a poster and a preview', async (kind) => {
  const path = clipIn(folder, { seconds: 0.2, ...kind })
  await renderPoster(path, `${path}.webp`)
  expect(await brightQuarter(`${path}.webp`)).toBe('top left')
  expect(await renderPreview(path, `${path}.mp4`)).toEqual({ width: 320, height: 180 })
})

test('a clip of a few milliseconds has a preview of one frame', async () => {
  const path = clipIn(folder, { frameRate: 480, seconds: 0.004, width: 64, height: 48 })
  await renderPreview(path, `${path}.preview`)
  expect((await inspectVideo(`${path}.preview`)).framesCount).toBe(1)
})

test.each(['mpegts', 'matroska'] as const)('the duration of a %s file counts from its first frame', async (muxer) => {
  const times = Array.from({ length: 60 }, (_, index) => 500 + index / 30)
  const path = clipIn(folder, { muxer, times, width: 64, height: 48 })
  const { durationSeconds, framesCount } = await inspectVideo(path)
  expect(durationSeconds).toBeCloseTo(2, 1)
  expect(framesCount).toBe(60)
})

test('the fields of an interlaced clip are not shown together', async () => {
  const path = clipIn(folder, { frameRate: 25, seconds: 0.4, picture: movingBar, options: { flags: '+ildct' } })
  await renderPoster(path, `${path}.webp`)
  await renderPreview(path, `${path}.preview`)
  await renderPoster(`${path}.preview`, `${path}.preview.webp`, { coverAt: 0.2 })
  expect(await combedPixels(`${path}.webp`)).toBe(0)
  expect(await combedPixels(`${path}.preview.webp`)).toBe(0)
})

test('a preview carries no tags of the original', async () => {
  const tags = { title: 'Mallory’s birthday', location: '+52.5200+013.4050/', artist: 'Mallory', comment: 'at home' }
  const path = clipIn(folder, { tags })
  expect((await readFile(path)).includes('Mallory')).toBe(true)
  await renderPreview(path, `${path}.preview`)
  const preview = await readFile(`${path}.preview`)
  for (const secret of ['Mallory', '52.52', 'at home']) expect(preview.includes(secret)).toBe(false)
})

/** Paints a bar that moves from one field to the next: the odd rows are half a frame later than the even ones. */
function movingBar(time: number): Picture {
  const [width, height] = [320, 180]
  const rgb = Buffer.alloc(width * height * 3, 20)
  for (let row = 0; row < height; row++) {
    const left = Math.round(600 * (time + (row % 2) / 50))
    rgb.fill(230, (row * width + left) * 3, (row * width + left + 40) * 3)
  }
  return { width, height, rgb }
}

/** Counts the pixels of a picture that are much brighter than those above and below, or much darker. */
async function combedPixels(path: string): Promise<number> {
  const { data, info } = await sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true })
  const differs = (at: number, other: number) => data[at]! - data[other]!
  return Array.from({ length: info.width * (info.height - 2) }, (_, index) => index + info.width).filter((at) => {
    const [above, below] = [differs(at, at - info.width), differs(at, at + info.width)]
    return Math.min(Math.abs(above), Math.abs(below)) > 80 && above > 0 === below > 0
  }).length
}

/** Returns the name of each quarter of a picture that is bright. */
async function brightQuarter(path: string): Promise<string> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const greenAt = (x: number, y: number) =>
    data[(Math.round(info.height * y) * info.width + Math.round(info.width * x)) * 3 + 1] ?? 0
  const quarters = [
    ['top left', 0.25, 0.25],
    ['top right', 0.75, 0.25],
    ['bottom left', 0.25, 0.75],
    ['bottom right', 0.75, 0.75],
  ] as const
  return quarters.flatMap(([name, x, y]) => (greenAt(x, y) > 150 ? name : [])).join(' and ')
}
