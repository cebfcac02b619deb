import type { APIRequestContext } from '@playwright/test'
import { expectToast, publishQuickly, signIn, signUpQuickly } from '../support/people.ts'
import { suspend } from '../support/staff.ts'
import { expect, test } from '../support/test.ts'

async function follow({ request }: { request: APIRequestContext }, id: string): Promise<void> {
  expect((await request.post(`/api/users/${id}/follow`)).ok()).toBe(true)
}

test('a follow persists and appears in the counts and dialogs of both profiles', async ({ page, another, dataDir }) => {
  const { id } = await another('popular')
  await follow(await another('fellowfan'), id)
  const spammer = await another('spamfan')
  await follow(spammer, id)
  await suspend(dataDir, spammer.id)
  await signUpQuickly(page, 'curious')
  await page.goto('/profile/popular')
  const share = page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).first()
  const before = await share.boundingBox()
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expectToast(page, 'You are now following The popular')
  expect(await share.boundingBox()).toEqual(before)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Following', exact: true })).toBeVisible()

  await page.getByRole('button', { name: '3 Followers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Followers' })
  const people = dialog.getByRole('listitem')
  await expect(people).toHaveText([/The curious/, /Suspended account$/, /The fellowfan/])
  for (const one of [people.first(), people.nth(1)]) await expect(one.getByRole('button')).toHaveCount(0)
  await expect(people.nth(1).getByRole('link')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Follow The fellowfan' }).click()
  await expectToast(page, 'You are now following The fellowfan')
  await expect(dialog.getByRole('button', { name: 'Following The fellowfan' })).toBeVisible()

  await dialog.getByRole('link', { name: /The fellowfan/ }).click()
  await expect(page).toHaveURL('/profile/fellowfan')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: '1 Followers' }).click()
  await expect(page.getByRole('dialog', { name: 'Followers' }).getByRole('listitem')).toHaveText([/The curious/])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '1 Followers' })).toBeFocused()
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: '2 Following' })).toBeVisible()
  await page.goto('/profile/popular')
  await page.getByRole('button', { name: 'Following', exact: true }).click()
  await expectToast(page, 'You unfollowed The popular')
  await expect(page.getByRole('button', { name: '2 Followers' })).toBeVisible()
})

test('a visitor who signs in to follow returns to where they were @deep', async ({ page, another }) => {
  const visited = await another('visited')
  await follow(await another('visitedfan'), visited.id)
  await another('returner')
  await page.goto('/profile/visited')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page).toHaveURL('/auth?next=%2Fprofile%2Fvisited')
  await expect(page.getByRole('heading', { name: 'Sign in to follow this creator' })).toBeVisible()
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { name: 'Sign up to follow this creator' })).toBeVisible()
  await page.getByRole('tab', { name: 'Login' }).click()
  await signIn(page, 'returner')
  await expectToast(page, 'You are now following The visited')
  await expect(page).toHaveURL('/profile/visited')
  await expect(page.getByRole('button', { name: 'Following', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '2 Followers' })).toBeVisible()

  // A visitor follows a person in a list, and the list is closed after the sign-in. Then a visitor follows the profile
  // itself and signs in as its owner.
  await page.context().clearCookies()
  await page.goto('/profile/visited')
  await page.getByRole('button', { name: '2 Followers' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Follow The visitedfan' }).click()
  await signIn(page, 'returner')
  await expectToast(page, 'You are now following The visitedfan')
  // Waits for the return, because a navigation still under way would abort the next one.
  await expect(page).toHaveURL('/profile/visited')
  await page.context().clearCookies()
  await page.goto('/profile/visited')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await signIn(page, 'visited')
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await expect(page.getByText(/Failed to follow/)).toHaveCount(0)

  // The video page and the swipe view have a follow button, but not for one's own clip.
  const maker = await another('clipmaker')
  const { id } = await publishQuickly(maker, { title: 'Of somebody' })
  await page.context().clearCookies()
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

  await page.context().clearCookies()
  await page.goto(`/video/${id}`)
  await page.getByRole('button', { name: 'Follow The clipmaker' }).click()
  await expect(page).toHaveURL(/\/auth/)
})
