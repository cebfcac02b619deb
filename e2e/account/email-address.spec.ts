import type { Page } from '@playwright/test'
import { startMailServer, tokenIn, type TestMailServer } from '../../server/test/servers/mail-server.ts'
import { inspect } from '../support/inspect.ts'
import { signUpQuickly } from '../support/people.ts'
import { onOwnSite } from '../support/servers/own-site.ts'
import { type Product, startProduct } from '../support/servers/server.ts'
import { usePasskeysOnly } from '../support/staff.ts'
import { expect } from '../support/test.ts'

/** Starts a site that sends e-mail to a server of the test. */
async function startWithMail(): Promise<Product & { mailServer: TestMailServer }> {
  const mailServer = await startMailServer()
  const env = { SMTP_URL: mailServer.mail.url, MAIL_FROM: mailServer.mail.from }
  const product = await startProduct(env, { makesRenditions: false, sharesPostgres: true })
  const { stop } = product
  product.stop = async () => {
    await stop()
    await mailServer.goAway()
  }
  return Object.assign(product, { mailServer })
}

const test = onOwnSite(startWithMail)

test('emailed links confirm and change an address, and revert a change @deep', async ({
  page,
  site: { mailServer },
}) => {
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
})

// For an account that can sign in only with passkeys, the emailed link alone is not enough.
test('an emailed link and a recovery code recover an account with passkeys only @deep', async ({
  page,
  dataDir,
  site: { mailServer },
}) => {
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
    const message = () =>
      mailServer.messages.find(
        ({ subject, envelopeTo }) => subject === 'Choose a new password' && envelopeTo[0] === 'lettered@example.org',
      )
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
})

/** Opens the link of the email with this subject, like a mail program. */
async function openEmail(page: Page, mailServer: TestMailServer, subject: string, kind: string): Promise<void> {
  const message = () => mailServer.messages.find((received) => received.subject === subject)
  await expect.poll(message).toBeDefined()
  // Leaves the page first. Navigating to an address that differs only in its fragment would not load it again.
  await page.goto('about:blank')
  await page.goto(`/auth/email#${kind}.${tokenIn(message()!)}`)
}
