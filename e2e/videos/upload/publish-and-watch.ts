import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import { card, fillUpload, playingSize, signUpQuickly } from '../../support/people.ts'
import { expect } from '../../support/test.ts'

/** Publishes a file through the form, and expects it to play on the wall in the given aspect ratio. */
export async function publishAndWatch(page: Page, file: string, ratio: number): Promise<void> {
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

/** Expects the page to refuse files without a video, giving a reason, and the form to keep its text. */
export async function expectRefusals(page: Page, username: string, files: string[]): Promise<void> {
  await signUpQuickly(page, username)
  await page.goto('/upload')
  for (const file of files) {
    const title = `No video: ${basename(file)}`
    await fillUpload(page, { file, title })
    await expect(page.getByRole('figure').getByText('We can’t find any video in this file.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Upload Video' })).toBeDisabled()
    await expect(page.getByLabel('Title')).toHaveValue(title)
  }
}
