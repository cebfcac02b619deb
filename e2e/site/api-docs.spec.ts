import { expect, test } from '../support/test.ts'

test('the API documentation lists the operations and can execute one', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: /^Reverie/ })).toBeVisible()
  const listVideos = page.locator('#operations-videos-listVideos')
  // The page renders operations as they are scrolled into view.
  await expect(async () => {
    await page.mouse.wheel(0, 2_000)
    await expect(listVideos).toBeVisible({ timeout: 500 })
  }).toPass()
  await listVideos.getByRole('button').first().click()
  await listVideos.getByRole('button', { name: 'Try it out' }).click()
  await listVideos.getByRole('button', { name: 'Execute' }).click()
  const reply = listVideos.locator('.live-responses-table')
  await expect(reply).toContainText('"videos"')
  await expect(reply).toContainText('200')
})
