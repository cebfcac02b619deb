import { card, publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { resize, topOf } from '../support/layout.ts'

test('a reload keeps the search and the order, and Back restores the position on the leaderboard', async ({
  page,
  another,
}) => {
  for (const n of [1, 2, 3, 4, 5, 6]) await another(`placed${n}`)
  await resize(page, { width: 360, height: 640 })
  await page.goto('/creators?q=placed&sort=videosCount')
  await expect(page.getByPlaceholder('Search creators...')).toHaveValue('placed')
  await expect(page.getByRole('combobox')).toHaveValue('videosCount')
  const link = page.getByRole('link', { name: 'The placed5' })
  await link.scrollIntoViewIfNeeded()
  const before = await topOf(link)
  await link.click()
  await expect(page.getByRole('heading', { name: 'The placed5' })).toBeVisible()
  await page.goBack()
  await expect(link).toBeFocused()
  await expect.poll(async () => Math.abs((await topOf(link)) - before)).toBeLessThanOrEqual(2)
})

test('the avatar button leads from a chosen creator to one’s own profile @deep', async ({ page, another }) => {
  await another('chosenone')
  await another('chosentwo')
  await signUpQuickly(page, 'chooser')
  await publishQuickly(await another('chosenthree'), { title: 'Clip of a chosen one' })
  const choose = async (name: string) => {
    await page.goto('/creators?q=chosen')
    await page.getByRole('link', { name: `The ${name}` }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('heading', { name: `The ${name}` })).toBeVisible()
  }
  await choose('chosenone')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'The chosenone' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'The chosentwo' }).click()
  await expect(page.getByRole('heading', { name: 'The chosentwo' })).toBeVisible()

  await choose('chosenthree')
  await card(page, 'Clip of a chosen one').getByRole('link').first().click()
  await page.getByRole('link', { name: 'Back to profile' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { name: 'The chosenthree' })).toBeVisible()

  // The viewer goes from a chosen creator to their own profile, and Back leads to the creator again.
  await page.goto('/creators?q=chosenone')
  await page.getByRole('link', { name: 'The chosenone' }).click()
  await expect(page.getByRole('heading', { name: 'The chosenone' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'The chooser' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { name: 'The chooser' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'The chosenone' })).toBeVisible()
})
