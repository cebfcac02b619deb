import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

/** Registers without a profile, and answers the dialog that asks for one. */
async function welcome(page: Page, name: string) {
  const registered = await page.request.post('/api/register', {
    data: { email: `${name}@example.org`, password: 'a good secret' },
  })
  expect(registered.ok()).toBe(true)
  await page.goto('/about')
  const dialog = page.getByRole('dialog', { name: 'Welcome to Reverie' })
  return {
    dialog,
    username: dialog.getByLabel('Username'),
    displayName: dialog.getByLabel('Display name'),
    create: dialog.getByRole('button', { name: 'Create Profile' }),
  }
}

test('Create Profile asks for both names, keeps to their rules, and welcomes', async ({ page }) => {
  const { dialog, username, displayName, create } = await welcome(page, 'nameless')
  await expect(create).toBeDisabled()
  await username.fill('nameless')
  await expect(create).toBeDisabled()
  await displayName.fill('   ')
  await expect(create).toBeDisabled()
  await displayName.fill('Nameless No More')
  await expect(create).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()

  const refused = async (sentence: string) => {
    await create.click()
    await expect(dialog.getByText(sentence, { exact: true })).toBeVisible()
    await expect(page.getByText('Validation error', { exact: true })).toBeVisible()
  }
  await username.fill('with space')
  await refused('Username can only contain lowercase letters and numbers')
  await username.fill('a'.repeat(51))
  await refused('Username must be 50 characters or less')
  await username.fill('fine')
  await displayName.fill('a'.repeat(101))
  await refused('Display name must be 100 characters or less')

  await displayName.fill('Nameless No More')
  await username.fill('')
  await username.pressSequentially('NameLess9')
  await expect(username).toHaveValue('nameless9')
  await create.click()
  await expect(page.getByText('Welcome to Reverie!', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.goto('/profile/nameless9')
  await expect(page.getByRole('heading', { name: 'Nameless No More' })).toBeVisible()
})

test('a name that is taken or reserved is refused beside its field, and nothing typed is lost', async ({
  page,
  another,
}) => {
  await another('firstcome')
  const { dialog, username, displayName, create } = await welcome(page, 'latecomer')
  await displayName.fill('Latecomer')
  for (const name of ['firstcome', 'admin']) {
    await username.fill(name)
    await create.click()
    await expect(dialog.getByText('Username is already taken', { exact: true })).toBeVisible()
    await expect(page.getByText('Profile creation failed', { exact: true })).toBeVisible()
    await expect(username).toBeFocused()
    await expect(username).toHaveValue(name)
  }
  await expect(displayName).toHaveValue('Latecomer')
})

test.describe('when the connection is gone', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('creating a profile says that it failed, and can be tried again @deep', async ({ page }) => {
    const { dialog, username, displayName, create } = await welcome(page, 'cutoff')
    await username.fill('cutoff')
    await displayName.fill('Cut Off')
    await page.route('**/api/users/*', (route) => route.abort())
    await create.click()
    await expect(page.getByText('An unexpected error occurred. Please try again.', { exact: true })).toBeVisible()
    await page.unroute('**/api/users/*')
    await create.click()
    await expect(dialog).toBeHidden()
  })
})
