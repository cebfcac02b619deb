import type { Page } from '@playwright/test'
import { startMailServer, tokenIn, type TestMailServer } from '../../server/test/servers/mail-server.ts'
import { inspect } from '../support/inspect.ts'
import { signUpQuickly } from '../support/people.ts'
import { type Product, startProduct } from '../support/servers/server.ts'
import { usePasskeysOnly } from '../support/staff.ts'
import { expect, test } from '../support/test.ts'

test('emailed links confirm and change an address, and revert a change @deep', async ({ browser }) => {
  await onSiteWithMail(async (site, mailServer) => {
    await changeAddress(await browser.newPage({ baseURL: site.url, reducedMotion: 'reduce' }), mailServer)
  })
})

test('an emailed link and a recovery code recover an account with passkeys only @deep', async ({ browser }) => {
  await onSiteWithMail(async (site, mailServer) => {
    await recover(await browser.newPage({ baseURL: site.url, reducedMotion: 'reduce' }), mailServer, site)
  })
})

async function onSiteWithMail(act: (site: Product, mailServer: TestMailServer) => Promise<void>): Promise<void> {
  const mailServer = await startMailServer()
  const site = await startProduct(
    { SMTP_URL: mailServer.mail.url, MAIL_FROM: mailServer.mail.from },
    { makesRenditions: false, sharesPostgres: true },
  )
  try {
    await act(site, mailServer)
  } finally {
    await site.stop()
    await mailServer.goAway()
  }
}

async function changeAddress(page: Page, mailServer: TestMailServer): Promise<void> {
  await test.step('an emailed link confirms an address', async () => {
    await signUpQuickly(page, 'mover')
    await page.goto('/settings/email')
    await expect(page.getByText('Not confirmed yet.')).toBeVisible()
    await inspect(page)
    await openEmail(page, mailServer, 'Confirm your address', 'verify')
    await expect(page).toHaveURL('/auth/email')
    await inspect(page)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('link', { name: 'Go to your settings' }).click()
    await expect(page.getByText('Confirmed on')).toBeVisible()
  })

  await test.step('a link to the new address changes the address', async () => {
    await page.getByLabel('New address').fill('moved@example.org')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('We sent a link to moved@example.org')).toBeVisible()
    await inspect(page)
    await openEmail(page, mailServer, 'Confirm your new address', 'change')
    await page.getByRole('button', { name: 'Change my address' }).click()
    await page.getByRole('link', { name: 'Go to your settings' }).click()
    await expect(page.getByRole('main').getByText('moved@example.org', { exact: true })).toBeVisible()
  })

  await test.step('a link to the old address reverts the change and ends every session', async () => {
    await openEmail(page, mailServer, 'The email address of your account was changed', 'undo')
    await page.getByRole('button', { name: 'Take my account back' }).click()
    await expect(page.getByRole('heading', { name: 'Your account is yours again' })).toBeVisible()
    expect((await page.request.get('/api/user')).status()).toBe(401)
    await page.goto('/auth/email')
    await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible()
  })
  await page.close()
}

/**
 * Replaces the password of an account that can sign in only with passkeys. For such an account, the emailed link alone
 * is not enough.
 */
async function recover(page: Page, mailServer: TestMailServer, { dataDir }: Pick<Product, 'dataDir'>): Promise<void> {
  const id = await signUpQuickly(page, 'lettered')
  const made = await page.request.post('/api/account/recovery-codes')
  const { codes } = (await made.json()) as { codes: string[] }
  await usePasskeysOnly(dataDir, id)
  await page.request.post('/api/logout')

  await test.step('the site sends a recovery link', async () => {
    await page.goto('/auth/forgot')
    await page.getByLabel('Email').first().fill('lettered@example.org')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('status').getByText('we’ve sent a link')).toBeVisible()
    await inspect(page)
  })

  await test.step('the link also requires a recovery code', async () => {
    const message = () => mailServer.messages.find(({ subject }) => subject === 'Choose a new password')
    await expect.poll(message).toBeDefined()
    await page.goto(`/auth/reset#${tokenIn(message()!)}`)
    await page.getByLabel('New password').fill('violet teapots')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('alert')).toContainText('one of its recovery codes as well')
    await inspect(page)
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0]!)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
    const logIn = { email: 'lettered@example.org', password: 'violet teapots' }
    expect((await page.request.post('/api/login', { data: logIn })).status()).toBe(200)
  })
  await page.close()
}

/** Opens the link of the email with this subject, like a mail program. */
async function openEmail(page: Page, mailServer: TestMailServer, subject: string, kind: string): Promise<void> {
  const message = () => mailServer.messages.find((received) => received.subject === subject)
  await expect.poll(message).toBeDefined()
  // Leaves the page first. Navigating to an address that differs only in its fragment would not load it again.
  await page.goto('about:blank')
  await page.goto(`/auth/email#${kind}.${tokenIn(message()!)}`)
}
