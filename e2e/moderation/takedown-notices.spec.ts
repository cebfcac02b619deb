import { publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('a visitor sends a takedown notice and can read its status', async ({ page, context }) => {
  await signUpQuickly(page, 'noticed')
  const { id } = await publishQuickly(page, { title: 'Shows somebody' })
  await context.clearCookies()

  await page.goto('/about')
  await page.getByRole('main').getByRole('link', { name: 'Legal notice' }).click()
  await expect(page).toHaveTitle('Legal notice · Reverie')
  await page.getByLabel('It shows me, or someone I represent, without consent').check()
  await expect(page.getByLabel('Signature')).toBeHidden()

  await page.getByLabel('Where is it?').fill('https://example.org/video/nothing')
  await page.getByLabel('Why should it be removed?').fill('It is my face.')
  await page.getByLabel('Your name').fill('Somebody')
  await page.getByRole('button', { name: 'Send notice' }).click()
  await expect(page.getByLabel('Your email address')).toBeFocused()
  await page.getByLabel('Your email address').fill('somebody@example.org')
  await page.getByLabel(/^I believe in good faith/).check()
  await page.getByRole('button', { name: 'Send notice' }).click()
  // The server found no clip at this address. The typed values stay.
  await expect(page.getByLabel('Where is it?')).toBeFocused()
  await expect(page.getByLabel('Why should it be removed?')).toHaveValue('It is my face.')

  await page.getByLabel('Where is it?').fill(`${new URL(page.url()).origin}/video/${id}`)
  await page.getByRole('button', { name: 'Send notice' }).click()
  await expect(page.getByRole('heading', { name: 'Your notice' })).toBeVisible()
  await expect(page.getByText('Not decided yet.')).toBeVisible()
  await page.reload()
  await expect(page.getByText(`/video/${id}`)).toBeVisible()
  await expect(page.getByText('Somebody', { exact: true })).toBeHidden()
})
