import { basename } from 'node:path'
import { sampleClip } from '../../../server/test/media/sample-clips.ts'
import { hasSharedCorpus, sharedFile } from '../../../server/test/media/shared-corpus.ts'
import { expectRefusals, publishAndWatch } from './publish-and-watch.ts'
import { inMotion, test } from '../../support/test.ts'

// These tests use real files instead of generated ones if the machine has them.
const generated = [
  ['quicktime.mov', 550 / 366],
  ['anamorphic-2x1.mp4', 1280 / 360],
  ['content-credentials.mp4', 360 / 640],
  ['variable-frame-rate.mp4', 756 / 346],
  ['hevc.mp4', 1280 / 720],
  ['vp9.webm', 1],
  ['rotated-90.mp4', 360 / 640],
] as const
const real = [
  ['plain-h264.mp4', 720 / 1280],
  ['content-credentials.mp4', 720 / 1280],
  ['quicktime.mov', 2750 / 1834],
  ['rotated-90.mp4', 1080 / 1920],
  ['anamorphic-2x1.mp4', 32 / 9],
  ['variable-frame-rate.mp4', 3026 / 1386],
  ['hevc.mp4', 1920 / 1080],
  ['vp9.webm', 1],
] as const

test.use({ ...inMotion, rendering: true })

const files = hasSharedCorpus
  ? real.map(([name, ratio]) => [sharedFile(name), ratio] as const)
  : generated.map(([name, ratio]) => [sampleClip(name), ratio] as const)

test('files of all kinds are published and play in their true ratio', async ({ page }) => {
  for (const [file, ratio] of files) await test.step(basename(file), () => publishAndWatch(page, file, ratio))
})

if (hasSharedCorpus) {
  test('files without a video are refused', async ({ page }) => {
    const names = ['tiny-with-audio.mp4', 'hostile-empty.mp4', 'hostile-nested-boxes.mp4']
    await expectRefusals(page, 'badsamples', names.map(sharedFile))
  })
}
