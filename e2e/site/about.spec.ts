import { expect, test } from '../support/test.ts'

test('About tells the mission, what creators get, the tools by their names and the guidelines', async ({ page }) => {
  await page.goto('/about')
  await expect(page).toHaveTitle('About · Reverie')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Our Mission',
    'For Creators',
    'Supported Tools',
    'Community Guidelines',
  ])
  for (const tool of [
    'Luma Dream Machine',
    'Google Veo 3',
    'Runway Gen-3',
    'OpenAI Sora',
    'Stability AI Video',
    'Pika Labs',
  ]) {
    await expect(main.getByText(tool, { exact: true })).toBeVisible()
  }
  await expect(main.getByText('Hate speech or symbols', { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Upload a video' })).toHaveAttribute('href', '/upload')
})
