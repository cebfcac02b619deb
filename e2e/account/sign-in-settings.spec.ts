import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { inspect } from '../support/inspect.ts'
import { expectToast, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('the sign-in settings end sessions, change the password and make recovery codes @deep', async ({
  page,
  browser,
}) => {
  await test.step('one device is signed out, and a new password signs out the others', () => endDevices(page, browser))
  await page.context().clearCookies()
  await test.step('a recovery code replaces a forgotten password', () => recoverByCode(page))
})

/** Signs out one device, and then all others by setting a new password. */
async function endDevices(page: Page, browser: Browser): Promise<void> {
  const owner = 'deviceowner'
  await signUpQuickly(page, owner)
  const credentials = { email: `${owner}@example.org`, password: 'a good secret' }
  const [lost, left] = await Promise.all([browser.newContext(), browser.newContext()])
  for (const { request } of [lost, left]) await request.post('/api/login', { data: credentials })
  const onLost = await lost.newPage()
  await onLost.goto('/settings/sign-in')

  await page.goto(`/profile/${owner}`)
  await page.getByRole('link', { name: 'Settings' }).click()
  const devices = page.getByRole('list', { name: 'Devices' })
  await expect(devices.getByRole('listitem')).toHaveCount(3)
  await expect(devices.getByRole('listitem').first()).toContainText('Chrome on Linux · this device')
  await inspect(page)
  const isLost = page.waitForResponse((reply) => reply.request().method() === 'DELETE' && reply.status() === 204)
  await devices.getByRole('button', { name: 'Sign out Chrome on Linux' }).first().click()
  await isLost
  await expect(devices.getByRole('listitem')).toHaveCount(2)

  const form = page.getByRole('region', { name: 'Password', exact: true })
  await form.getByLabel('Current password').fill('not this one')
  await form.getByLabel('New password').fill('another good secret')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText('This isn’t your password')).toBeVisible()
  await form.getByLabel('Current password').fill('a good secret')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'What changed' })).toContainText('Your password was changed.')

  // Both other sessions have ended, and this one continues under its new id.
  for (const { request } of [lost, left]) expect((await request.get('/api/user')).status()).toBe(401)
  await page.reload()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  const again = await left.request.post('/api/login', { data: { ...credentials, password: 'another good secret' } })
  expect(again.status()).toBe(200)
  await Promise.all([lost.close(), left.close()])
}

/** Makes recovery codes and signs in with one. */
async function recoverByCode(page: Page): Promise<void> {
  await signUpQuickly(page, 'forgetful')
  await page.goto('/settings/sign-in')
  await expect(page.getByText('You have none.')).toBeVisible()
  await page.getByRole('button', { name: 'Make recovery codes' }).click()
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  await inspect(page)
  const codes = await list.allTextContents()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(codes.join('\n'))
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText('You have 10 left.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make new codes' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'What changed' })).toContainText('New recovery codes were created.')

  await page.request.post('/api/logout')
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeFocused()
  // This site sends no email.
  await expect(page.getByText('You can recover your account in two ways.')).toBeVisible()
  const back = page.getByRole('button', { name: 'Set password and sign in' })
  await page.getByLabel('Email').fill('forgetful@example.org')
  await page.getByLabel('Recovery code').fill('7k2d-7k2d-7k2d-7k2d-7k2d-7k2d')
  await page.getByLabel('New password').fill('violet teapots')
  await back.click()
  await expect(page.getByRole('alert')).toContainText('don’t match')
  await inspect(page)
  await expect(page.getByLabel('New password')).toHaveValue('violet teapots')
  await page.getByLabel('Recovery code').fill(codes[0]!.toUpperCase())
  await back.click()
  await expectToast(page, 'You’re back in')
  await expect(page).toHaveURL('/settings/sign-in')
  await expect(page.getByText('You have 9 left.')).toBeVisible()
}
