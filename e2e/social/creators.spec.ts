import type { Page } from '@playwright/test'
import { expectNewTab } from '../support/new-tab.ts'
import { card, publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const cards = (page: Page) => page.getByRole('list', { name: 'Creators' }).getByRole('listitem')
const search = (page: Page) => page.getByPlaceholder('Search creators...')

test('the leaderboard is searched and sorted by the server, in the address, with ranks and medals', async ({
  page,
  another,
}) => {
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
  expect(await page.getByRole('combobox').locator('option').allTextContents()).toEqual([
    'Registration Order',
    'Most Views',
    'Most Likes',
    'Most Followers',
    'Most Videos',
  ])

  await search(page).fill('nobody is called this')
  await expect(page.getByText('No creators found', { exact: true })).toBeVisible()
  await expect(page.getByText('Try adjusting your search query.', { exact: true })).toBeVisible()
})

test('the list before stays while another is on its way @deep', async ({ page, another }) => {
  await another('staying')
  await page.goto('/creators?q=staying')
  await expect(cards(page)).toHaveCount(1)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/creators?*', async (route) => {
    await answered
    await route.continue()
  })
  await search(page).fill('nobody is called this either')
  await expect(page).toHaveURL(/either/)
  await expect(cards(page)).toHaveCount(1)
  answer()
  await expect(page.getByText('No creators found', { exact: true })).toBeVisible()
})

test('it goes on to the end @deep', async ({ page, another }) => {
  for (const n of [1, 2, 3]) await another(`endless${n}`)
  await page.route('**/api/creators?*', (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '1')
    return route.continue({ url: url.href })
  })
  await page.goto('/creators?q=endless')
  await expect(page.getByText('Showing 3 of 3 creators', { exact: true })).toBeVisible()
  await expect(cards(page)).toHaveCount(3)
})

test('a creator who is chosen is shown on /profile: after a reload, after Back, and in a tab of their own @deep', async ({
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

  await page.goto('/creators?q=chosenone')
  const address = `${baseURL}/profile/chosenone`
  await expectNewTab(page, address, () =>
    page.getByRole('link', { name: 'The chosenone' }).click({ modifiers: ['ControlOrMeta'] }),
  )
  const tab = await context.newPage()
  await tab.goto(address)
  await expect(tab.getByRole('heading', { name: 'The chosenone' })).toBeVisible()
})

test('Back finds the leaderboard where it was, with the focus on the card that was opened', async ({
  page,
  another,
}) => {
  for (const n of [1, 2, 3, 4, 5, 6]) await another(`placed${n}`)
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/creators?q=placed')
  const link = page.getByRole('link', { name: 'The placed5' })
  await link.scrollIntoViewIfNeeded()
  const before = (await link.boundingBox())!.y
  await link.click()
  await expect(page.getByRole('heading', { name: 'The placed5' })).toBeVisible()
  await page.goBack()
  await expect(link).toBeFocused()
  await expect.poll(async () => Math.abs((await link.boundingBox())!.y - before)).toBeLessThanOrEqual(2)
})

test('the avatar button leads from a chosen creator to oneself, and Back to the creator @deep', async ({
  page,
  another,
}) => {
  await another('leftbehind')
  await signUpQuickly(page, 'cameback')
  await page.goto('/creators?q=leftbehind')
  await page.getByRole('link', { name: 'The leftbehind' }).click()
  await expect(page.getByRole('heading', { name: 'The leftbehind' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'The cameback' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { name: 'The cameback' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'The leftbehind' })).toBeVisible()
})

test.describe('when the connection is gone', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('the leaderboard says so, and can be asked for again, also its next page @deep', async ({ page, another }) => {
    for (const n of [1, 2]) await another(`severed${n}`)
    let cut = true
    await page.route('**/api/creators?*', (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '1')
      return cut ? route.abort() : route.continue({ url: url.href })
    })
    await page.goto('/creators?q=severed')
    await expect(page.getByText('Unable to Load Creators', { exact: true })).toBeVisible()
    await expect(page.getByText('Please try again later.', { exact: true })).toBeVisible()
    await page.unroute('**/api/creators?*')
    await page.route('**/api/creators?*', (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '1')
      return url.searchParams.has('cursor') && cut ? route.abort() : route.continue({ url: url.href })
    })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('We couldn’t load more creators.')).toBeVisible()
    await expect(page.getByText('Showing 1 of 2 creators', { exact: true })).toBeVisible()
    cut = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Showing 2 of 2 creators', { exact: true })).toBeVisible()
  })
})
