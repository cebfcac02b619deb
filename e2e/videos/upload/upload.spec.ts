import { sampleClip } from '../../../server/test/media/sample-clips.ts'
import { card, fillUpload, playingSize, signUpQuickly } from '../../support/people.ts'
import { expect, inMotion, test } from '../../support/test.ts'

test.use(inMotion)

test('leftover tag text becomes tags, and pressing twice publishes one clip', async ({ page }) => {
  await signUpQuickly(page, 'finisher')
  await page.goto('/upload')
  await expect(page.getByRole('heading', { name: 'Share Your Creation' })).toBeVisible()
  await fillUpload(page, { file: sampleClip('vp9.webm'), title: '  Trimmed at both ends ' })
  await page.getByLabel('Tags').fill('glass,glass')
  await page.getByLabel('Tags').pressSequentially(' water ')
  // Pressed twice before the page can respond.
  const submit = page.getByRole('button', { name: 'Upload Video' })
  await submit.evaluate((button: HTMLElement) => [button.click(), button.click()])
  await expect(page).toHaveURL('/')
  await expect(card(page, 'Trimmed at both ends')).toHaveCount(1)
  await playingSize(card(page, 'Trimmed at both ends'))
  await card(page, 'Trimmed at both ends').getByRole('link').first().click()
  await expect(page.getByText('#glass')).toHaveCount(1)
  await expect(page.getByText('#water')).toBeVisible()
})
