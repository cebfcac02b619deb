import { inspect } from '../support/inspect.ts'
import { signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('somebody ends another device, and changes the password, which ends the rest @deep', async ({ page, browser }) => {
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
  await expect(devices.getByRole('listitem').first()).toContainText('Chrome on Linux · this one')
  await inspect(page)
  const isLost = page.waitForResponse((reply) => reply.request().method() === 'DELETE' && reply.status() === 204)
  await devices.getByRole('button', { name: 'Sign out Chrome on Linux' }).first().click()
  await isLost
  await expect(devices.getByRole('listitem')).toHaveCount(2)

  const form = page.getByRole('region', { name: 'Password', exact: true })
  await form.getByLabel('Current password').fill('not this one')
  await form.getByLabel('New password').fill('qwerty')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText('This is not your password')).toBeVisible()
  await form.getByLabel('Current password').fill('a good secret')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText(/^Attackers try this one first/)).toBeVisible()
  await form.getByLabel('New password').fill('another good secret')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password is changed', { exact: true })).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'What changed' })).toContainText('Your password was changed.')

  // Both others are out, and this one goes on under its new id.
  for (const { request } of [lost, left]) expect((await request.get('/api/user')).status()).toBe(401)
  await page.reload()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  const again = await left.request.post('/api/login', { data: { ...credentials, password: 'another good secret' } })
  expect(again.status()).toBe(200)
  await Promise.all([lost.close(), left.close()])
})
