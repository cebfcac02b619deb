import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { resize } from '../support/layout.ts'
import { expectToast, signIn, signUpQuickly } from '../support/people.ts'
import { onOwnSite } from '../support/servers/own-site.ts'
import { settingsOf } from '../support/settings.ts'
import { forgetConfirmation } from '../support/staff.ts'
import type { Product } from '../support/servers/server.ts'
import { expect } from '../support/test.ts'

const test = onOwnSite()

const run = promisify(execFile)

/** Returns the link that `npm run admin` prints while the site is running. */
async function issueLink(site: Product): Promise<string> {
  const env = { ...process.env, ...settingsOf(site.dataDir) }
  const { stdout } = await run(process.execPath, [resolve('scripts/operate/admin.ts')], { env })
  return /http\S+/.exec(stdout)?.[0] ?? ''
}

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click()
  expect(await violationsOf(page)).toEqual([])
}

test('the operator becomes an admin, appoints a moderator and controls registration @deep', async ({
  browser,
  site,
}) => {
  // With motion, colours are measured while something fades in.
  const options = { baseURL: site.url, reducedMotion: 'reduce' } as const
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto('/admin')
  await expect(page.getByText('404 Page Not Found')).toBeVisible()
  const adaId = await signUpQuickly(context, 'ada')
  await context.request.post('/api/logout')

  await page.goto(await issueLink(site))
  await expect(page).toHaveURL(`${site.url}/claim`)
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, 'ada')
  await page.getByRole('button', { name: 'Become an admin' }).click()
  await expect(page.getByRole('heading', { name: 'Admin', exact: true })).toBeVisible()
  await expect(page.getByText('Nothing is waiting.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  const visitor = await browser.newContext(options)
  await signUpQuickly(visitor, 'bob')
  await forgetConfirmation(site.dataDir, adaId)
  await openTab(page, 'People')
  await page.getByRole('searchbox', { name: 'Search people' }).fill('bob@example.org')
  const bob = page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: 'b•••@example.org' })
  await bob.getByRole('button', { name: 'Change role' }).click()
  await page.getByRole('radio', { name: /^Moderator/ }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('Password').fill('a good secret')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'The bob is a moderator now')
  await expect(bob).toContainText('Moderator')

  await openTab(page, 'Settings')
  await page.getByRole('radio', { name: /^By approval/ }).check()
  await page.getByLabel('Contact').fill('us@example.org')
  await page.getByLabel('Site name').fill('Tide Club')
  await page.getByLabel('Accent colour').fill('#ffe600')
  await expect(page.getByText('The light theme uses #af9e0f')).toBeVisible()
  await page.getByLabel('Icon file').setInputFiles('web/public/icon-192.png')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')

  const guest = await joinByApproval(await visitor.newPage())
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await page.getByRole('link', { name: '1 account to approve' }).click()
  await expect(page.getByText('“I film tides.”')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('No one is waiting for approval.')).toBeVisible()
  await guest.goto('/auth')
  await expect(guest.getByRole('dialog', { name: 'Welcome to Tide Club' })).toBeVisible()

  await page.getByRole('button', { name: 'Everyone' }).click()
  await page.getByRole('searchbox', { name: 'Search people' }).fill('bob@example.org')
  await bob.getByRole('button', { name: 'Reset link' }).click()
  const link = await makeLink(page)

  await page.request.patch('/api/site-settings', { data: { registration: 'closed' } })
  await guest.context().clearCookies()
  await guest.goto('/auth')
  await guest.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(guest.getByText('This site isn’t accepting new accounts right now.')).toBeVisible()
  await expect(guest.getByText('Questions? us@example.org')).toBeVisible()
  await chooseNewPassword(guest, link)

  await page.reload()
  await openTab(page, 'People')
  await joinByInvitation(guest, await makeInvitation(page))
  await openTab(page, 'Staff log')
  const lines = page.getByRole('list', { name: 'Staff log' }).getByRole('listitem')
  await expect(lines.first()).toContainText('The ada created an invitation link for 1 account, valid for 7 days.')
  await expect(lines.nth(1)).toContainText('The ada changed registration: closed.')
  await expect(lines.nth(2)).toContainText('The ada created a password reset link for The bob.')
  await expect(lines.last()).toContainText('The server operator created a link for becoming an admin.')
  await Promise.all([context.close(), visitor.close()])
})

/** Creates the link in the open dialog and returns it. */
async function makeLink(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  return link
}

/** Creates an invitation link in the list of people and returns it. */
async function makeInvitation(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Invitation links' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const note = page.getByLabel('Note')
  const { width, height } = page.viewportSize()!
  // A zoom of 400 % on a laptop. The dialog's first field has the focus.
  await resize(page, { width: 320, height: 256 })
  const isUncovered = note.evaluate((field) => {
    const { left, top, width: widthPx, height: heightPx } = field.getBoundingClientRect()
    return document.elementFromPoint(left + widthPx / 2, top + heightPx / 2) === field
  })
  expect(await isUncovered).toBe(true)
  await resize(page, { width, height })
  await note.fill('Film club')
  const link = await makeLink(page)
  await expect(page.getByRole('list', { name: 'Invitation links' })).toContainText('Film clubActive · 0 of 1 used')
  expect(await violationsOf(page)).toEqual([])
  return link
}

/** Signs up with an invitation link while registration is closed. */
async function joinByInvitation(page: Page, link: string): Promise<void> {
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'You’re invited to Tide Club' })).toBeVisible()
  await expect(page).toHaveURL(/\/auth$/)
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('Email').fill('dora@example.org')
  await page.getByLabel('Password').fill('a good secret')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('dialog', { name: 'Welcome to Tide Club' })).toBeVisible()
}

async function chooseNewPassword(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('New password').fill('violet teapots')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
}

/** Signs up on a site with registration by approval, and gives a reason. */
async function joinByApproval(page: Page): Promise<Page> {
  await page.context().clearCookies()
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('Email').fill('carol@example.org')
  await page.getByLabel('Password').fill('a good secret')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('heading', { name: 'You’re almost in' })).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Please tell us in a sentence why you want to join')).toBeVisible()
  await page.getByLabel('Why do you want to join?').fill('I film tides.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('You’ll get access once an admin has approved it.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  return page
}
