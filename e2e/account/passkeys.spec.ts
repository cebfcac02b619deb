import type { CDPSession, Page } from '@playwright/test'
import { inspect } from '../support/inspect.ts'
import { expectToast, signUpQuickly } from '../support/people.ts'
import { forgetConfirmation } from '../support/staff.ts'
import { expect, test } from '../support/test.ts'

/** Adds a virtual authenticator that verifies its user. While it is touched, it signs requests immediately. */
async function plugIn(page: Page): Promise<{ touch: (isTouched: boolean) => Promise<unknown> }> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    touch: (enabled) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

const signOut = (page: Page) => page.request.post('/api/logout')

test.describe('at localhost', () => {
  test.use({ baseURL: process.env.E2E_URL?.replace('127.0.0.1', 'localhost') })

  test('a passkey can be added, renamed, removed and used to sign in', async ({ page, dataDir }) => {
    const device = await plugIn(page)
    const id = await signUpQuickly(page, 'keyholder')
    await page.goto('/settings/sign-in')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('The blue key')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectToast(page, 'Passkey added')
    const list = page.getByRole('list', { name: 'Your passkeys' })
    await expect(list).toContainText('The blue key')
    await expect(list).toContainText('never used')
    await expect(page.getByRole('list', { name: 'What changed' })).toContainText('A passkey was added.')
    await inspect(page)

    // The same device cannot add a second passkey.
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible()
    await page.keyboard.press('Escape')

    await device.touch(false)
    await signOut(page)
    const offered = page.waitForResponse('**/api/passkeys/challenge')
    await page.goto('/auth?next=/settings/sign-in')
    await offered
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
    await expect(page.getByRole('button', { name: 'Continue with Google (Coming Soon)' })).toBeDisabled()
    // The device is touched between the click and the challenge. An earlier touch would sign in through the browser's
    // offer below the email field. A later touch would get no answer.
    await page.route(
      '**/api/passkeys/challenge',
      async (route) => {
        await device.touch(true)
        await route.continue()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectToast(page, 'Welcome back!', 'You have successfully logged in.')
    await expect(page).toHaveURL('/settings/sign-in')
    await expect(list).toContainText('last used')

    // Signing in also works through the browser's offer below the email field.
    await signOut(page)
    await page.goto('/auth?next=/settings/sign-in')
    await expect(page).toHaveURL('/settings/sign-in')

    await page.getByRole('button', { name: 'Rename The blue key' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('The green key')
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await expect(list).toContainText('The green key')

    await forgetConfirmation(dataDir, id)
    await page.getByRole('button', { name: 'Remove The green key' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    const confirmation = page.getByRole('dialog', { name: 'Confirm that it’s you' })
    await expect(confirmation.getByLabel('Password')).toBeHidden()
    await confirmation.getByRole('button', { name: 'Use your passkey' }).click()
    await expectToast(page, 'Passkey removed', 'You’ve been signed out everywhere else.')
    await expect(list).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
  })
})
