import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readZip } from '../../server/test/read-zip.ts'
import { inspect } from '../support/inspect.ts'
import { publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('a user downloads their account data and the uploaded file of each clip', async ({ page }) => {
  const username = 'leavingtown'
  const id = await signUpQuickly(page, username)
  const clip = await publishQuickly(page, { title: 'Sea: a “storm” 海', prompt: 'a slow dolly shot' })
  await page.goto('/settings/data')
  await page.getByRole('button', { name: 'Prepare the download' }).click()

  const account = await download(page, 'Your account')
  expect(JSON.parse(account.get('profile.json')!.bytes.toString())).toMatchObject({ id, username })
  expect(account.get('clips.ndjson')!.bytes.toString()).toContain('a slow dolly shot')
  await expect(page.getByRole('status').getByText('Your download has started')).toBeVisible()

  await inspect(page)
  const clips = await download(page, 'Clips, part 1')
  const [[name, file] = []] = clips
  expect(name).toMatch(/^clips\/[\d-]{10} Sea a “storm” 海 [\da-f-]{36}\.mp4$/)
  expect(file?.bytes.equals(await (await page.request.get(clip.videoUrl)).body())).toBe(true)
})

/** Presses a part's download button and returns the entries of the saved ZIP file. */
async function download(page: Page, part: string) {
  const [kept] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download ${part}` }).click(),
  ])
  expect(kept.suggestedFilename()).toMatch(/^(account|clips 1) [\d-]{10}\.zip$/)
  return readZip(await readFile(await kept.path()))
}
