import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClipKind, type Picture, writeClip } from '../../test/media/generated-clip.ts'
import { sharedFolder } from '../../test/test-folder.ts'
import { OUTPUT_NAME } from '../tasks.ts'
import { paintPoster } from './poster.ts'

const [WIDTH, HEIGHT] = [160, 96]

const home = process.cwd()
const folder = sharedFolder()
// Posters are written to the working folder, as in a media child. Starting a child for each would take longer.
beforeAll(() => process.chdir(folder))
afterAll(() => process.chdir(home))

describe('the poster of a clip that starts without a picture', () => {
  test.each([
    { start: 'fades in from black', picture: scene((time) => [time, 0]), seconds: 2 },
    { start: 'fades in from white', picture: scene((time) => [time, 255]), seconds: 2 },
    { start: 'is already a fifth into its fade', picture: scene((time) => [0.2 + time, 0]), seconds: 2 },
    { start: 'is black for three seconds', picture: scene((time) => [time < 3 ? 0 : 1, 0]), seconds: 4 },
  ])('shows a later frame if the clip $start', async ({ picture, seconds }) => {
    const { left, right } = await posterOf({ picture, seconds })
    expect(left).toBeGreaterThan(170)
    expect(right).toBeLessThan(100)
  })

  test('is not a dark frame if the frames only get brighter', async () => {
    expect((await posterOf({ seconds: 2, getsBrighter: true })).left).toBeGreaterThan(60)
  })

  test('is its first frame if the clip is a night scene', async () => {
    const nearlyAsDark = scene((time) => [time === 0 ? 0.15 : 0.155, 0])
    const picture = (time: number) => {
      const painted = nearlyAsDark(time)
      return time === 0 ? { ...painted, rgb: Buffer.from(painted.rgb.toReversed()) } : painted
    }
    const { left, right } = await posterOf({ picture, seconds: 2 })
    expect(right).toBeGreaterThan(left)
  })
})

describe('the poster at a chosen moment', () => {
  const seconds = 2
  const levelAt = (time: number) => 20 + 100 * time
  const picture = (time: number): Picture => {
    const rgb = Buffer.alloc(WIDTH * HEIGHT * 3, Math.round(levelAt(time)))
    return { width: WIDTH, height: HEIGHT, rgb }
  }

  test.each([
    { muxer: 'mp4', keyEvery: 10 },
    { muxer: 'mp4', keyEvery: 1_000 },
    { muxer: 'matroska', keyEvery: 10 },
    { muxer: 'mpegts', keyEvery: 1_000 },
  ] as const)('shows the frame of that moment: $muxer, a key frame every $keyEvery', async ({ muxer, keyEvery }) => {
    for (const coverAt of [0.72, 1.88, 30]) {
      const { left } = await posterOf({ muxer, keyEvery, picture, seconds, frameRate: 25 }, coverAt)
      expect(Math.abs(left - levelAt(Math.min(coverAt, seconds - 0.04)))).toBeLessThan(3)
    }
  })
})

/** Returns the brightness of the poster's halves. */
async function posterOf(kind: ClipKind, coverAt?: number): Promise<{ left: number; right: number }> {
  const clip = join(folder, 'clip.mp4')
  writeClip(clip, { ...kind, width: WIDTH, height: HEIGHT })
  await paintPoster(clip, { coverAt })
  // sharp gets the bytes instead of the path, because it would cache what it reads from a path.
  const light = await sharp(await readFile(OUTPUT_NAME))
    .greyscale()
    .raw()
    .toBuffer()
  const lightAt = (x: number) => light[(HEIGHT / 2) * WIDTH + x]!
  return { left: lightAt(WIDTH / 4), right: lightAt((WIDTH * 3) / 4) }
}

/**
 * Returns a painter of a picture with a bright left half, which fades in.
 *
 * @param fade Returns the share of the picture, up to 1, and the brightness of the blank frame mixed with it.
 */
function scene(fade: (time: number) => [share: number, blank: number]) {
  return (time: number): Picture => {
    const [share, blank] = fade(time)
    const rgb = Buffer.alloc(WIDTH * HEIGHT * 3)
    for (let at = 0; at < rgb.length; at++) {
      const light = (at / 3) % WIDTH < WIDTH / 2 ? 220 : 40
      rgb[at] = blank + (light - blank) * Math.min(1, share)
    }
    return { width: WIDTH, height: HEIGHT, rgb }
  }
}
