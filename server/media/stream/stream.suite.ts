/** Tests of streams of unusual clips. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyNth } from '../../test/every-nth.ts'
import { type ClipKind, writeClip } from '../../test/media/generated-clip.ts'
import { renderStream } from '../engine/engine.ts'
import { readStream } from './read-stream.fixture.ts'

/** `variants` are sizes; `rates` are frames per second, where they matter. */
const odd: (ClipKind & { is: string; variants: string[]; rates?: number[]; codecs?: RegExp })[] = [
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
]

/** H.264 whose frames cannot be copied. */
const unfit = [
  { why: 'key frames too far apart', kind: { keyEvery: 250, seconds: 8 } },
  { why: 'turned', kind: { matrix: [0, 1, -1, 0] as ClipKind['matrix'] } },
  { why: '10 bits', kind: { pixelFormat: 'yuv420p10le' } },
  { why: 'not in MP4', kind: { muxer: 'mpegts' as const } },
  { why: 'twice too many frames', kind: { frameRate: 120 } },
]

/** Defines the tests. @param every Tests every n-th row of each table: 1 tests all, 5 every fifth. */
export function testStreams({ every }: { every: number }): void {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'media-stream-test-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.each(everyNth(odd, every))('a clip that is $is has a stream', async ({ is, variants, rates, ...kind }) => {
    const path = join(folder, is.replaceAll(/\W/g, '-'))
    writeClip(path, { seconds: 1, ...kind })
    await renderStream(path, `${path}.stream`)
    const stream = await readStream(`${path}.stream`)
    expect(stream.variants.map(({ size }) => size).toSorted()).toEqual(variants.toSorted())
    for (const variant of stream.variants) {
      expect(variant.codecs).toMatch(/^avc1\.64/)
      expect(variant.seconds).toBeCloseTo(1, 1)
    }
    const byHeight = stream.variants.toSorted((a, b) => b.height - a.height)
    expect(byHeight.map(({ rate }) => Math.round(rate))).toEqual(rates ?? variants.map(() => 30))
  })

  test.each(everyNth(unfit, every))('H.264 is encoded again: $why', async ({ why, kind }) => {
    const path = join(folder, `anew-${why.replaceAll(' ', '-')}`)
    writeClip(path, { seconds: 1, width: 160, height: 90, ...kind })
    expect(await renderStream(path, `${path}.stream`)).toMatchObject({ isTopCopied: false })
  })
}
