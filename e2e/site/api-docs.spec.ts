import { expect, test } from '../support/test.ts'

test('a link into the API documentation opens an operation, which can be executed', async ({ page }) => {
  // Scrolling there could miss the operation: the page contains only those that are in view.
  await page.goto('/api/docs#/videos/listVideos')
  await expect(page.getByRole('heading', { name: /^Reverie/ })).toBeVisible()
  const listVideos = page.locator('#operations-videos-listVideos')
  await listVideos.getByRole('button', { name: 'Try it out' }).click()
  await listVideos.getByRole('button', { name: 'Execute' }).click()
  const reply = listVideos.locator('.live-responses-table')
  await expect(reply).toContainText('"videos"')
  await expect(reply).toContainText('200')
})
