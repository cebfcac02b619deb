import { rmSync } from 'node:fs'
import { writeClip } from '../server/features/media/generated-clip.ts'
import { sampleClip } from '../server/test/media/sample-clips.ts'
import { expectRefusals, publishAndWatch } from './publish-and-watch.ts'
import { inMotion, test } from './test.ts'

test.use(inMotion)

for (const [name, ratio] of [
  ['quicktime.mov', 550 / 366],
  ['rotated-90.mp4', 360 / 640],
  ['anamorphic-2x1.mp4', 1280 / 360],
  ['vp9.webm', 1],
] as const) {
  test(`${name} is published in the browser and plays on the wall in its true ratio`, async ({ page }) => {
    await publishAndWatch(page, sampleClip(name), ratio)
  })
}

test.describe('what most browsers cannot play', () => {
  test.use({ rendering: true })
  test('HEVC is published in the browser and plays on the wall in its true ratio', async ({ page }, testInfo) => {
    const file = testInfo.outputPath('hevc.mp4')
    writeClip(file, { codec: 'libx265', seconds: 1, frameRate: 10 })
    await publishAndWatch(page, file, 320 / 180)
    rmSync(file)
  })
})

test('what is no video is refused with a sentence, and the form keeps what was typed', async ({ page }) => {
  const files = (['sound-only.mp4', 'empty.mp4', 'nested-boxes.mp4'] as const).map(sampleClip)
  await expectRefusals(page, 'badfiles', files)
})
