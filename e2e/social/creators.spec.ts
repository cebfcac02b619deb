import type { Page } from '@playwright/test'
import { expectNewTab } from '../support/new-tab.ts'
import { card, publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { resize, topOf } from '../support/layout.ts'

const cards = (page: Page) => page.getByRole('list', { name: 'Creators' }).getByRole('listitem')
const search = (page: Page) => page.getByPlaceholder('Search creators...')

test('the leaderboard can be searched and sorted, and Back restores its position', async ({ page, another }) => {
  const names = ['rankeda', 'rankedb', 'rankedc', 'rankedd']
  for (const name of names) {
    const person = await another(name)
    if (name === 'rankedb') await publishQuickly(person, { title: 'Ranked first' })
  }
  await page.goto('/creators')
  await expect(page.getByRole('heading', { name: 'Creators', exact: true })).toBeVisible()
  await expect(page.getByText(/^Showing \d+ of \d+ creators$/)).toBeVisible()

  await search(page).pressSequentially('  The RANKED')
  await expect(page.getByText('Showing 4 of 4 creators', { exact: true })).toBeVisible()
  await expect(search(page)).toBeFocused()
  await expect(page).toHaveURL('/creators?q=The+RANKED')
  await expect(cards(page)).toHaveText([/#1.*The rankeda/, /#2.*The rankedb/, /#3.*The rankedc/, /#4.*The rankedd/])

  await page.getByRole('combobox').selectOption('Most Videos')
  await expect(cards(page).first()).toContainText('@rankedb')
  await expect(cards(page).first()).toContainText('#1')
  await expect(page).toHaveURL('/creators?q=The+RANKED&sort=videosCount')
  await page.reload()
  await expect(cards(page).first()).toContainText('@rankedb')
  await expect(search(page)).toHaveValue('The RANKED')

  for (const n of [1, 2, 3, 4, 5, 6]) await another(`placed${n}`)
  await resize(page, { width: 360, height: 640 })
  await page.goto('/creators?q=placed')
  const link = page.getByRole('link', { name: 'The placed5' })
  await link.scrollIntoViewIfNeeded()
  const before = await topOf(link)
  await link.click()
  await expect(page.getByRole('heading', { name: 'The placed5' })).toBeVisible()
  await page.goBack()
  await expect(link).toBeFocused()
  await expect.poll(async () => Math.abs((await topOf(link)) - before)).toBeLessThanOrEqual(2)
})

test('the avatar button leads from a chosen creator to one’s own profile @deep', async ({
  page,
  context,
  baseURL,
  another,
}) => {
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

  await page.goto('/creators?q=chosenone')
  const address = `${baseURL}/profile/chosenone`
  await expectNewTab(page, address, () =>
    page.getByRole('link', { name: 'The chosenone' }).click({ modifiers: ['ControlOrMeta'] }),
  )
  const tab = await context.newPage()
  await tab.goto(address)
  await expect(tab.getByRole('heading', { name: 'The chosenone' })).toBeVisible()
})
