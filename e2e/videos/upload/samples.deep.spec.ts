import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import { sampleClip } from '../../../server/test/media/sample-clips.ts'
import { hasSharedCorpus, sharedFile } from '../../../server/test/media/shared-corpus.ts'
import { card, fillUpload, playingSize, signUpQuickly } from '../../support/people.ts'
import { expect, inMotion, test } from '../../support/test.ts'

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

/** Publishes a file through the form, and expects it to play on the wall in the given aspect ratio. */
async function publishAndWatch(page: Page, file: string, ratio: number): Promise<void> {
  const username = `sampler${randomUUID().slice(0, 8)}`
  const title = `${basename(file)} by ${username}`
  await signUpQuickly(page, username)
  await page.goto('/upload')
  await fillUpload(page, { file, title })
  await page.getByRole('button', { name: 'Upload Video' }).click()

  await expect(page).toHaveURL('/')
  const shown = card(page, title)
  const { width, height } = await playingSize(shown)
  expect(width / height).toBeCloseTo(ratio, 1)
  const box = await shown.locator('video').boundingBox()
  expect(box!.width / box!.height).toBeCloseTo(ratio, 1)
}
