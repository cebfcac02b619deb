import type { APIRequestContext } from '@playwright/test'
import { expectToast, publishQuickly, signIn, signUpQuickly } from '../support/people.ts'
import { suspend } from '../support/staff.ts'
import { expect, test } from '../support/test.ts'

async function follow({ request }: { request: APIRequestContext }, id: string): Promise<void> {
  expect((await request.post(`/api/users/${id}/follow`)).ok()).toBe(true)
}

test('following counts at once on both pages, says so, and lasts', async ({ page, another }) => {
  await another('followed')
  await signUpQuickly(page, 'follower')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/users/*/follow', async (route) => {
    await answered
    await route.continue()
  })
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: '0 Following' })).toBeVisible()
  await page.goto('/profile/followed')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()

  await expect(page.getByRole('button', { name: 'Following', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '1 Followers' })).toBeVisible()
  answer()
  await expect(page.getByText('You are now following The followed', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: '1 Followers' })).toBeVisible()
  await page.getByRole('button', { name: 'Following', exact: true }).click()
  await expect(page.getByText('You unfollowed The followed', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '0 Followers' })).toBeVisible()
})

test.describe('when the connection is gone', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('following and unfollowing go back to what holds, and say that they failed @deep', async ({ page, another }) => {
    const { id } = await another('unreachable')
    await signUpQuickly(page, 'hopeful')
    await page.goto('/profile/unreachable')
    await page.route('**/follow', (route) => route.abort())
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await expect(page.getByText('Error', { exact: true })).toBeVisible()
    await expect(page.getByText('Failed to follow user. Please try again.', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: '0 Followers' })).toBeVisible()

    await follow(page, id)
    await page.reload()
    await page.getByRole('button', { name: 'Following', exact: true }).click()
    await expect(page.getByText('Failed to unfollow user. Please try again.', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Following', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: '1 Followers' })).toBeVisible()
  })

  test('a list of people that did not arrive can be asked for again, also its next page @deep', async ({
    page,
    another,
  }) => {
    const { id } = await another('listed')
    for (const name of ['listfana', 'listfanb']) await follow(await another(name), id)
    let cut = true
    await page.route('**/followers*', (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '1')
      return cut ? route.abort() : route.continue({ url: url.href })
    })
    await page.goto('/profile/listed')
    await page.getByRole('button', { name: '2 Followers' }).click()
    const dialog = page.getByRole('dialog', { name: 'Followers' })
    await expect(dialog.getByText('We couldn’t load these people.')).toBeVisible()
    cut = false
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
  })
})

test('a visitor who wants to follow signs in, comes back and follows @deep', async ({ page, another }) => {
  const { id } = await another('visited')
  await follow(await another('visitedfan'), id)
  await another('returner')
  await page.goto('/profile/visited')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page).toHaveURL('/auth?next=%2Fprofile%2Fvisited')
  await expect(page.getByRole('heading', { name: 'Log in to follow this creator' })).toBeVisible()
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { name: 'Sign up to follow this creator' })).toBeVisible()
  await page.getByRole('tab', { name: 'Login' }).click()
  await signIn(page, 'returner')
  await expectToast(page, 'You are now following The visited')
  await expect(page).toHaveURL('/profile/visited')
  await expect(page.getByRole('button', { name: 'Following', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '2 Followers' })).toBeVisible()

  // From a list of people, where the button is not there on coming back; and the page turns out to be one's own.
  await page.context().clearCookies()
  await page.goto('/profile/visited')
  await page.getByRole('button', { name: '2 Followers' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Follow The visitedfan' }).click()
  await signIn(page, 'returner')
  await expectToast(page, 'You are now following The visitedfan')
  // Back, too: what is on its way there would end the visit that comes next.
  await expect(page).toHaveURL('/profile/visited')
  await page.context().clearCookies()
  await page.goto('/profile/visited')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await signIn(page, 'visited')
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await expect(page.getByText(/Failed to follow/)).toHaveCount(0)
})

test('the page of a clip and the swipe view have the button, too, but not for one’s own @deep', async ({
  page,
  another,
  browser,
  baseURL,
}) => {
  const maker = await another('clipmaker')
  const { id } = await publishQuickly(maker, { title: 'Of somebody' })
  await signUpQuickly(page, 'clipfan')
  await page.goto(`/video/${id}`)
  const state = () => page.request.get(`/api/users/${maker.id}`).then((reply) => reply.json() as Promise<unknown>)
  await page.getByRole('button', { name: 'Follow The clipmaker' }).click()
  await expect(page.getByRole('button', { name: 'Following The clipmaker' })).toBeVisible()
  await expect.poll(state).toMatchObject({ user: { isFollowing: true, followersCount: 1 } })
  await page.goto(`/profile/clipmaker?view=${id}`)
  await page.getByRole('button', { name: 'Following The clipmaker' }).click()
  await expect(page.getByRole('button', { name: 'Follow The clipmaker' })).toBeVisible()
  await expect.poll(state).toMatchObject({ user: { isFollowing: false, followersCount: 0 } })

  const own = await publishQuickly(page, { title: 'Of oneself' })
  await page.goto(`/video/${own.id}`)
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Follow/ })).toHaveCount(0)

  await using context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const visitor = await context.newPage()
  await visitor.goto(`/video/${id}`)
  await visitor.getByRole('button', { name: 'Follow The clipmaker' }).click()
  await expect(visitor).toHaveURL(/\/auth/)
})

test('the lists name who follows whom, with a button for each but oneself, and lead to their pages @deep', async ({
  page,
  another,
  dataDir,
}) => {
  const { id } = await another('popular')
  await follow(await another('fellowfan'), id)
  const spammer = await another('spamfan')
  await follow(spammer, id)
  await suspend(dataDir, spammer.id)
  await signUpQuickly(page, 'curious')
  await follow(page, id)
  await page.goto('/profile/popular')

  await page.getByRole('button', { name: '0 Following' }).click()
  await expect(page.getByRole('dialog', { name: 'Following' })).toContainText('Not following anyone yet')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '0 Following' })).toBeFocused()

  await page.getByRole('button', { name: '3 Followers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Followers' })
  const people = dialog.getByRole('listitem')
  await expect(people).toHaveText([/The curious/, /Suspended account$/, /The fellowfan/])
  for (const one of [people.first(), people.nth(1)]) await expect(one.getByRole('button')).toHaveCount(0)
  await expect(people.nth(1).getByRole('link')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Follow The fellowfan' }).click()
  await expect(page.getByText('You are now following The fellowfan', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Following The fellowfan' })).toBeVisible()

  await dialog.getByRole('link', { name: /The fellowfan/ }).click()
  await expect(page).toHaveURL('/profile/fellowfan')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: '1 Followers' }).click()
  await expect(page.getByRole('dialog', { name: 'Followers' }).getByRole('listitem')).toHaveText([/The curious/])
  await page.keyboard.press('Escape')
  await page.goto('/profile')
  await page.getByRole('button', { name: '0 Followers' }).click()
  await expect(page.getByRole('dialog', { name: 'Followers' })).toContainText('No followers yet')
})

test('a long list of people scrolls within 350 px @deep', async ({ page, another }) => {
  const { id } = await another('crowded')
  for (const n of [1, 2, 3, 4, 5, 6]) await follow(await another(`crowd${n}`), id)
  await page.goto('/profile/crowded')
  await page.getByRole('button', { name: '6 Followers' }).click()
  const list = page.getByRole('dialog').getByRole('list').locator('..')
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(6)
  // Not exactly: the dialog may still be rising.
  await expect.poll(async () => (await list.boundingBox())!.height).toBeCloseTo(350, 0)
})
