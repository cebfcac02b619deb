import type { Page } from '@playwright/test'
import { startMailServer, tokenIn, type TestMailServer } from '../../server/test/servers/mail-server.ts'
import { inspect } from '../support/inspect.ts'
import { expectToast, signUpQuickly } from '../support/people.ts'
import { startProduct } from '../support/servers/server.ts'
import { expect, test } from '../support/test.ts'

test('where no letters are sent an address changes at once, and a taken one is refused', async ({ page }) => {
  await signUpQuickly(page, 'taken')
  await page.request.post('/api/logout')
  await signUpQuickly(page, 'mover')
  await page.goto('/settings/email')
  const change = page.getByRole('button', { name: 'Change address' })
  await change.click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabel('New address').fill('Taken@example.org')
  await change.click()
  await expect(page.getByText('An account with this email already exists')).toBeVisible()
  await page.getByLabel('New address').fill('moved@example.org')
  await change.click()
  await expectToast(page, 'Your address is changed')
  await expect(page.getByRole('main').getByText('moved@example.org', { exact: true })).toBeVisible()
  await inspect(page)
})

test('where letters are sent an address is confirmed, changed by a link, and taken back by another @deep', async ({
  browser,
}) => {
  const post = await startMailServer()
  const site = await startProduct({ SMTP_URL: post.mail.url, MAIL_FROM: post.mail.from }, { makesRenditions: false })
  try {
    const page = await browser.newPage({ baseURL: site.url, reducedMotion: 'reduce' })
    await signUpQuickly(page, 'mover')
    await page.goto('/settings/email')
    await expect(page.getByText('Not confirmed yet.')).toBeVisible()
    await inspect(page)
    await openLetter(page, post, 'Confirm your address', 'verify')
    await expect(page).toHaveURL('/auth/email')
    await inspect(page)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('link', { name: 'Go to your settings' }).click()
    await expect(page.getByText('Confirmed on')).toBeVisible()

    await page.getByLabel('New address').fill('moved@example.org')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('A link is on its way to moved@example.org')).toBeVisible()
    await inspect(page)
    await openLetter(page, post, 'Confirm your new address', 'change')
    await page.getByRole('button', { name: 'Change my address' }).click()
    await page.getByRole('link', { name: 'Go to your settings' }).click()
    await expect(page.getByRole('main').getByText('moved@example.org', { exact: true })).toBeVisible()

    await openLetter(page, post, 'The address of your account was changed', 'undo')
    await page.getByRole('button', { name: 'Take my account back' }).click()
    await expect(page.getByRole('heading', { name: 'Your account is yours again' })).toBeVisible()
    expect((await page.request.get('/api/user')).status()).toBe(401)
    await page.goto('/auth/email')
    await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible()
    await page.close()
  } finally {
    await site.stop()
    await post.goAway()
  }
})

/** Opens the link of the letter with this subject, as its reader's program would. */
async function openLetter(page: Page, post: TestMailServer, subject: string, kind: string): Promise<void> {
  const letter = () => post.letters.find((received) => received.subject === subject)
  await expect.poll(letter).toBeDefined()
  // A page of its own: an address that differs in its fragment only is no new page.
  await page.goto('about:blank')
  await page.goto(`/auth/email#${kind}.${tokenIn(letter()!)}`)
}
