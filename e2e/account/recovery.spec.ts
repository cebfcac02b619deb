import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { startMailServer, tokenIn } from '../../server/test/servers/mail-server.ts'
import { inspect } from '../support/inspect.ts'
import { expectToast, signUpQuickly } from '../support/people.ts'
import { startProduct } from '../support/servers/server.ts'
import { settingsOf } from '../support/settings.ts'
import { usePasskeysOnly } from '../support/staff.ts'
import { expect, test } from '../support/test.ts'

const run = promisify(execFile)

/** The link that `npm run admin -- reset` prints, beside the running site. */
async function linkOfConsole(dataDir: string, name: string): Promise<string> {
  const env = { ...process.env, ...settingsOf(dataDir) }
  const { stdout } = await run(process.execPath, [resolve('scripts/operate/admin.ts'), 'reset', name], { env })
  return /http\S+/.exec(stdout)?.[0] ?? ''
}

const newPassword = 'violet teapots'

test('a recovery code leads back in @deep', async ({ page }) => {
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
  await page.getByRole('button', { name: 'I saved them' }).click()
  await expect(page.getByText('You have 10 left.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make new codes' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'What changed' })).toContainText('New recovery codes were made.')

  await page.request.post('/api/logout')
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeFocused()
  // This site sends no email.
  await expect(page.getByText('There are two ways back in.')).toBeVisible()
  const back = page.getByRole('button', { name: 'Set password and log in' })
  await back.click()
  await expect(page.getByText('Recovery code is required')).toBeVisible()
  await page.getByLabel('Email').fill('forgetful@example.org')
  await page.getByLabel('Recovery code').fill('7k2d-7k2d-7k2d-7k2d-7k2d-7k2d')
  await page.getByLabel('New password').fill('password1')
  await back.click()
  await expect(page.getByText('Attackers try this one first')).toBeVisible()
  await page.getByLabel('New password').fill(newPassword)
  await back.click()
  await expect(page.getByRole('alert')).toContainText('don’t belong together')
  await inspect(page)
  await expect(page.getByLabel('New password')).toHaveValue(newPassword)
  await page.getByLabel('Recovery code').fill(codes[0]!.toUpperCase())
  await back.click()
  await expectToast(page, 'You’re back in')
  await expect(page).toHaveURL('/settings/sign-in')
  await expect(page.getByText('You have 9 left.')).toBeVisible()
})

test('a link sets a new password, leaves the address at once, and is good once', async ({ page, dataDir }) => {
  const name = 'lockedout'
  await signUpQuickly(page, name)
  const link = await linkOfConsole(dataDir, name)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page).toHaveURL('/auth/reset')
  await page.reload()
  await page.getByLabel('New password').fill(`${name}1`)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Attackers try this one first')).toBeVisible()
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email').fill(`${name}@example.org`)
  await page.getByLabel('Password').fill(newPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await expectToast(page, 'Welcome back!')

  await page.goto(link)
  await page.getByLabel('New password').fill('amber teapots')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await inspect(page)
  await page.getByRole('link', { name: 'Get a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
})

test('where the site sends letters, one leads back in, and its link asks for a code where passkeys alone sign in @deep', async ({
  browser,
}) => {
  const post = await startMailServer()
  const site = await startProduct({ SMTP_URL: post.mail.url, MAIL_FROM: post.mail.from }, { makesRenditions: false })
  try {
    const page = await browser.newPage({ baseURL: site.url, reducedMotion: 'reduce' })
    const id = await signUpQuickly(page, 'lettered')
    const made = await page.request.post('/api/account/recovery-codes')
    const { codes } = (await made.json()) as { codes: string[] }
    await usePasskeysOnly(site.dataDir, id)
    await page.request.post('/api/logout')

    await page.goto('/auth/forgot')
    await page.getByLabel('Email').first().fill('lettered@example.org')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('status').getByText('an email is on its way')).toBeVisible()
    await inspect(page)
    const letter = () => post.letters.find(({ subject }) => subject === 'Choose a new password')
    await expect.poll(letter).toBeDefined()
    await page.goto(`/auth/reset#${tokenIn(letter()!)}`)
    await page.getByLabel('New password').fill(newPassword)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('alert')).toContainText('one of its recovery codes as well')
    await inspect(page)
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0]!)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
    const logIn = { email: 'lettered@example.org', password: newPassword }
    expect((await page.request.post('/api/login', { data: logIn })).status()).toBe(200)
    await page.close()
  } finally {
    await site.stop()
    await post.goAway()
  }
})
