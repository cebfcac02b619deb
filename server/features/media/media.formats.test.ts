import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import sharp, { type OutputInfo } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClipKind, writeClip } from './generated-clip.ts'
import { inspectVideo, renderPoster, renderPreview } from './media.engine.ts'
import { VideoSource } from './video-source.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-formats-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const h264 = { codec: 'libx264' } as const
const kinds: (ClipKind & { is: string; contentType: string; plays: boolean })[] = [
  { is: 'H.264 in MP4', ...h264, muxer: 'mp4', contentType: 'video/mp4', plays: true },
  { is: 'H.264 in MOV', ...h264, muxer: 'mov', contentType: 'video/quicktime', plays: true },
  { is: 'H.264 in MKV', ...h264, muxer: 'matroska', contentType: 'video/x-matroska', plays: false },
  { is: 'H.264 in MPEG-TS', ...h264, muxer: 'mpegts', contentType: 'video/MP2T', plays: false },
  { is: '10-bit H.264', ...h264, pixelFormat: 'yuv420p10le', contentType: 'video/mp4', plays: false },
  { is: '4:4:4 H.264', ...h264, pixelFormat: 'yuv444p', contentType: 'video/mp4', plays: false },
  { is: 'VP8 in WebM', codec: 'libvpx', muxer: 'webm', contentType: 'video/webm', plays: true },
  { is: 'AV1 in MP4', codec: 'libsvtav1', contentType: 'video/mp4', plays: true },
  { is: 'HDR HEVC', codec: 'libx265', pixelFormat: 'yuv420p10le', isHdr: true, contentType: 'video/mp4', plays: false },
  {
    is: 'ProRes',
    codec: 'prores_ks',
    pixelFormat: 'yuv422p10le',
    muxer: 'mov',
    contentType: 'video/quicktime',
    plays: false,
  },
  { is: 'MPEG-4 in AVI', codec: 'mpeg4', muxer: 'avi', contentType: 'video/x-msvideo', plays: false },
  { is: 'Sorenson in FLV', codec: 'flv', muxer: 'flv', contentType: 'video/x-flv', plays: false },
  { is: 'WMV', codec: 'wmv2', muxer: 'asf', contentType: 'video/x-ms-asf', plays: false },
  { is: 'Theora in Ogg', codec: 'libtheora', muxer: 'ogg', contentType: 'video/ogg', plays: false },
]

describe.each(kinds)('$is', ({ is, contentType, plays, ...kind }) => {
  test('is measured, gets a poster and a preview', async () => {
    const path = join(folder, is.replaceAll(/\W/g, '-'))
    writeClip(path, { seconds: 1, ...kind })
    const facts = await inspectVideo(path)
    expect(facts).toMatchObject({ width: 320, height: 180, contentType, playsInBrowsers: plays, audioCodec: null })
    expect(Math.abs(facts.durationSeconds - 1)).toBeLessThan(0.1)
    expect(Math.abs((facts.frameRate ?? 0) - 30)).toBeLessThan(2)
    await renderPoster(path, `${path}.webp`)
    expect(await lightOfQuarters(`${path}.webp`)).toEqual(['bright', 'dark'])
    expect(await renderPreview(path, `${path}.mp4`)).toEqual({ width: 320, height: 180 })
    expect((await readWithMediabunny(`${path}.mp4`)).rate).toBeCloseTo(30, 0)
  })
})

test('HDR becomes as bright as it is meant to be, and what is brightest stays brightest', async () => {
  const path = join(folder, 'brightening.mp4')
  // As PQ counts: the sixth picture is a hundred candela a square metre, the last four thousand.
  const kind = { codec: 'libx265', pixelFormat: 'yuv420p10le', isHdr: true, getsBrighter: true }
  writeClip(path, { ...kind, frameRate: 10, seconds: 1 })
  await renderPreview(path, `${path}.preview`)
  const source = VideoSource.open(`${path}.preview`, { demuxer: 'mov' }, { threads: 1 })
  const light = source
    .frames()
    .map((frame) => frame.toBuffer()[0]!)
    .toArray()
  expect(light).toHaveLength(10)
  expect(light).toEqual(light.toSorted((a, b) => a - b))
  expect(light[5]).toBeGreaterThan(150)
  expect(light[9]).toBeGreaterThan(225)
})

describe('turned and mirrored', () => {
  // Where the bright quarter, stored top left, is shown.
  test.each([
    { turn: 'not', matrix: [1, 0, 0, 1], shown: 'top left', rotation: 0 },
    { turn: '90°', matrix: [0, 1, -1, 0], shown: 'top right', rotation: 90 },
    { turn: '180°', matrix: [-1, 0, 0, -1], shown: 'bottom right', rotation: 180 },
    { turn: '270°', matrix: [0, -1, 1, 0], shown: 'bottom left', rotation: 270 },
    { turn: 'not, upside down mirrored', matrix: [1, 0, 0, -1], shown: 'bottom left', rotation: 0 },
    { turn: 'left to right mirrored', matrix: [-1, 0, 0, 1], shown: 'top right', rotation: 180 },
    { turn: '90°, mirrored', matrix: [0, 1, 1, 0], shown: 'top left', rotation: 90 },
    { turn: '270°, mirrored', matrix: [0, -1, -1, 0], shown: 'bottom right', rotation: 270 },
  ] as const)('$turn: the bright quarter is $shown', async ({ turn, matrix, shown, rotation }) => {
    const path = join(folder, `turned-${turn.replaceAll(/\W/g, '-')}.mp4`)
    writeClip(path, { matrix: [...matrix], seconds: 0.2 })
    const isUpright = rotation % 180 === 0
    expect(await inspectVideo(path)).toMatchObject({
      rotation,
      width: isUpright ? 320 : 180,
      height: isUpright ? 180 : 320,
    })
    await renderPoster(path, `${path}.webp`)
    expect(
      await brightQuarter(await sharp(`${path}.webp`).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
    ).toBe(shown)
    await renderPreview(path, `${path}.preview`)
    await renderPoster(`${path}.preview`, `${path}.preview.webp`)
    expect(
      await brightQuarter(
        await sharp(`${path}.preview.webp`).removeAlpha().raw().toBuffer({ resolveWithObject: true }),
      ),
    ).toBe(shown)
  })
})

test.each([
  { from: 24, to: 24 },
  { from: 25, to: 25 },
  { from: 50, to: 25 },
  { from: 60, to: 30 },
  { from: 120, to: 30 },
])('$from pictures a second become $to', async ({ from, to }) => {
  const path = join(folder, `rate-${from}.mp4`)
  writeClip(path, { frameRate: from, seconds: 2 })
  await renderPreview(path, `${path}.preview`)
  const { rate, seconds } = await readWithMediabunny(`${path}.preview`)
  expect(rate).toBeCloseTo(to, 1)
  expect(seconds).toBeCloseTo(2, 1)
})

test('a long clip is shown for its first 30 seconds', async () => {
  const path = join(folder, 'long.mp4')
  writeClip(path, { seconds: 40, frameRate: 5, width: 64, height: 64 })
  await renderPreview(path, `${path}.preview`)
  expect((await readWithMediabunny(`${path}.preview`)).seconds).toBeCloseTo(30, 0)
})

test('a preview carries no tags of the original', async () => {
  const path = join(folder, 'tagged.mp4')
  const tags = { title: 'Mallory’s birthday', location: '+52.5200+013.4050/', artist: 'Mallory', comment: 'at home' }
  writeClip(path, { tags })
  expect((await readFile(path)).includes('Mallory')).toBe(true)
  await renderPreview(path, `${path}.preview`)
  const preview = await readFile(`${path}.preview`)
  for (const secret of ['Mallory', '52.52', 'at home']) expect(preview.includes(secret)).toBe(false)
})

test.each([
  { width: 321, height: 181, pixelFormat: 'yuv444p', preview: { width: 322, height: 182 } },
  { width: 2, height: 2, preview: { width: 2, height: 2 } },
  { width: 1920, height: 270, preview: { width: 1280, height: 180 } },
  { width: 96, height: 1700, preview: { width: 72, height: 1280 } },
  { width: 720, height: 576, sampleAspectRatio: [16, 11] as [number, number], preview: { width: 872, height: 480 } },
])('a picture of $width×$height has a preview of $preview.width×$preview.height', async ({ preview, ...kind }) => {
  const path = join(folder, `shape-${kind.width}x${kind.height}.mp4`)
  writeClip(path, { seconds: 0.2, ...kind })
  expect(await renderPreview(path, `${path}.preview`)).toEqual(preview)
})

test.each([
  { width: 8320, height: 64 },
  { width: 7000, height: 6000 },
])('a picture of $width×$height is refused', async ({ width, height }) => {
  const path = join(folder, 'huge.mkv')
  writeClip(path, { width, height, frameRate: 1, seconds: 1, muxer: 'matroska' })
  await expect(inspectVideo(path)).rejects.toThrow(`picture is too large: ${width}×${height}`)
})

test('a size that changes midway does not stop the preview', async () => {
  const path = join(folder, 'changing.ts')
  const parts = [
    { width: 320, height: 180 },
    { width: 180, height: 320 },
    { width: 640, height: 360 },
  ]
  const bytes = await Promise.all(
    parts.map((size, index) => {
      writeClip(`${path}${index}`, { ...size, muxer: 'mpegts', seconds: 1 })
      return readFile(`${path}${index}`)
    }),
  )
  await writeFile(path, Buffer.concat(bytes))
  expect(await renderPreview(path, `${path}.mp4`)).toEqual({ width: 320, height: 180 })
  expect((await stat(`${path}.mp4`)).size).toBeGreaterThan(1000)
})

async function readWithMediabunny(path: string): Promise<{ rate: number; seconds: number }> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const [video] = await input.getVideoTracks()
  if (!video) throw new Error(`${path} has no video track`)
  return { rate: (await video.computePacketStats()).averagePacketRate, seconds: await video.computeDuration() }
}

/** Of a clip as `writeClip` paints it, stored upright: top left, then top right. */
async function lightOfQuarters(path: string): Promise<('bright' | 'dark')[]> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const greenAt = (x: number) =>
    data[(Math.round(info.height / 4) * info.width + Math.round(info.width * x)) * 3 + 1] ?? 0
  return [0.25, 0.75].map((x) => (greenAt(x) > 150 ? 'bright' : 'dark'))
}

async function brightQuarter({ data, info }: { data: Buffer; info: OutputInfo }): Promise<string> {
  const greenAt = (x: number, y: number) =>
    data[(Math.round(info.height * y) * info.width + Math.round(info.width * x)) * 3 + 1] ?? 0
  const quarters = [
    { name: 'top left', green: greenAt(0.25, 0.25) },
    { name: 'top right', green: greenAt(0.75, 0.25) },
    { name: 'bottom left', green: greenAt(0.25, 0.75) },
    { name: 'bottom right', green: greenAt(0.75, 0.75) },
  ]
  return quarters
    .filter(({ green }) => green > 170)
    .map(({ name }) => name)
    .join(' and ')
}
