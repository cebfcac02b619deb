import { sampleClip } from '../../server/test/media/sample-clips.ts'
import { card, fillUpload, playingSize, signUp } from '../support/people.ts'
import { expect, inMotion, test } from '../support/test.ts'

// Allows service workers, as in a new visitor's browser, and makes all renditions.
test.use({ ...inMotion, rendering: true, serviceWorkers: 'allow' })

test('a user signs up, publishes a clip and sees it play on the wall and on its page, and a visitor sees it play, too', async ({
  page,
  browser,
}) => {
  await signUp(page, 'firstlight')
  await page.getByRole('link', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Share Your Creation' })).toBeVisible()
  const submit = page.getByRole('button', { name: /^(Share|Upload|Publish)/ })
  await expect(submit).toBeDisabled()
  await fillUpload(page, { file: sampleClip('plain-h264.mp4'), title: 'First light' })
  await page.getByLabel('Tags').fill('dawn, window')
  await page.getByLabel('Prompt').fill('Morning light crossing a quiet room')
  await submit.click()

  await expect(page).toHaveURL('/')
  const { width, height } = await playingSize(card(page, 'First light'))
  expect(width / height).toBeCloseTo(9 / 16, 1)

  await card(page, 'First light').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/video\//)
  await expect(page.getByRole('heading', { name: 'First light' })).toBeVisible()
  await expect(page.getByText('Morning light crossing a quiet room')).toBeVisible()
  await expect(page.getByText('#dawn')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Made with AI: Google Veo 3' })).toBeVisible()
  await playingSize(page.locator('main'))

  const another = await browser.newContext()
  const theirs = await another.newPage()
  await theirs.goto('/')
  await playingSize(card(theirs, 'First light'))
  await expect(card(theirs, 'First light')).toContainText('The firstlight')
  await another.close()
})
