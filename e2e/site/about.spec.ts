import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../support/test.ts'

test('About links to the operator’s pages, and a reload shows their changes', async ({ page, dataDir }) => {
  await page.goto('/about')
  await page.getByRole('main').getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveTitle('Terms · Reverie')
  await expect(page.getByText('This page is not complete.')).toBeVisible()

  await mkdir(join(dataDir, 'pages'), { recursive: true })
  await writeFile(
    join(dataDir, 'pages', 'terms.md'),
    '# House rules\n\nBe kind. <script>alert(1)</script>\n\n[Tell us](/contact)',
  )
  try {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'House rules', level: 1 })).toBeVisible()
    await expect(page.getByText('Be kind. <script>alert(1)</script>')).toBeVisible()
    // Following a link in such a page must not reload the app, which would stop a running upload.
    const loadedAt = await page.evaluate(() => performance.timeOrigin)
    await page.getByRole('link', { name: 'Tell us' }).click()
    await expect(page).toHaveTitle('Contact · Reverie')
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
  } finally {
    await rm(join(dataDir, 'pages'), { recursive: true })
  }
})
