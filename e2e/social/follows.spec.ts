import type { APIRequestContext } from '@playwright/test'
import { expectToast, signIn, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

async function follow({ request }: { request: APIRequestContext }, id: string): Promise<void> {
  expect((await request.post(`/api/users/${id}/follow`)).ok()).toBe(true)
}

test('a follow persists and appears in the counts and dialogs of both profiles', async ({ page, another }) => {
  const { id } = await another('popular')
  await follow(await another('fellowfan'), id)
  await signUpQuickly(page, 'curious')
  await page.goto('/profile/popular')
  const share = page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).first()
  const before = await share.boundingBox()
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expectToast(page, 'You are now following The popular')
  expect(await share.boundingBox()).toEqual(before)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Following', exact: true })).toBeVisible()

  await page.getByRole('button', { name: '2 Followers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Followers' })
  const people = dialog.getByRole('listitem')
  await expect(people).toHaveText([/The curious/, /The fellowfan/])
  await expect(people.first().getByRole('button')).toHaveCount(0)
  // On a phone, the name has enough space beside the button.
  const { height, width } = page.viewportSize()!
  await page.setViewportSize({ width: 360, height })
  const name = dialog.getByText('The fellowfan', { exact: true })
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
  await page.setViewportSize({ width, height })
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
  await expect(page.getByRole('button', { name: '1 Followers' })).toBeVisible()
})

test('a visitor who signs in to follow returns to where they were @deep', async ({ page, another }) => {
  await another('visited')
  await another('returner')
  await page.goto('/profile/visited')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page).toHaveURL('/auth?next=%2Fprofile%2Fvisited')
  await expect(page.getByRole('heading', { name: 'Sign in to follow this creator' })).toBeVisible()
  await signIn(page, 'returner')
  await expectToast(page, 'You are now following The visited')
  await expect(page).toHaveURL('/profile/visited')
  await expect(page.getByRole('button', { name: 'Following', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '1 Followers' })).toBeVisible()

  // A visitor follows the profile, and signs in as its owner.
  await page.context().clearCookies()
  await page.goto('/profile/visited')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await signIn(page, 'visited')
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await expect(page.getByText(/Failed to follow/)).toHaveCount(0)
})
