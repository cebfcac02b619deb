import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bytesOfClip, clipIn } from '../../test/media/generated-clip.ts'
import { inspectVideo, renderPreview } from '../engine/engine.ts'
import { readPreview } from './read-preview.fixture.ts'
import { VideoSource } from '../decode/video-source.ts'
import { sharedFolder } from '../../test/test-folder.ts'

const folder = sharedFolder()

test('HDR is tone-mapped to its intended brightness', async () => {
  // In PQ, the sixth frame has a hundred candela per square metre and the last one four thousand.
  const kind = { codec: 'libx265', pixelFormat: 'yuv420p10le', isHdr: true, getsBrighter: true }
  const path = clipIn(folder, { ...kind, frameRate: 10, seconds: 1 })
  await renderPreview(path, `${path}.preview`)
  const source = new VideoSource(`${path}.preview`, { demuxer: 'mov' }, { threads: 1 })
  const light = source
    .frames()
    .map((frame) => frame.toBuffer()[0]!)
    .toArray()
  expect(light).toHaveLength(10)
  expect(light).toEqual(light.toSorted((a, b) => a - b))
  expect(light[5]).toBeGreaterThan(150)
  expect(light[9]).toBeGreaterThan(225)
})

test('a long clip has a preview of its first 30 seconds', async () => {
  const path = clipIn(folder, { seconds: 40, frameRate: 5, width: 64, height: 64 })
  await renderPreview(path, `${path}.preview`)
  expect((await readPreview(`${path}.preview`)).seconds).toBeCloseTo(30, 0)
})

test.each([
  { width: 8320, height: 64 },
  { width: 7000, height: 6000 },
])('a frame of $width×$height is refused', async ({ width, height }) => {
  const path = clipIn(folder, { width, height, frameRate: 1, seconds: 1, muxer: 'matroska' })
  await expect(inspectVideo(path)).rejects.toThrow(`picture is too large: ${width}×${height}`)
})

test('a frame size that changes midway does not stop the preview', async () => {
  const path = join(folder, 'changing.ts')
  const parts = [
    { width: 320, height: 180 },
    { width: 180, height: 320 },
    { width: 640, height: 360 },
  ]
  const bytes = parts.map((size) => bytesOfClip({ ...size, muxer: 'mpegts', seconds: 1 }))
  await writeFile(path, Buffer.concat(bytes))
  expect(await renderPreview(path, `${path}.mp4`)).toEqual({ width: 320, height: 180 })
  expect((await stat(`${path}.mp4`)).size).toBeGreaterThan(1000)
})
