import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { inspect } from '../support/inspect.ts'
import { expectToast, signUpQuickly } from '../support/people.ts'
import { settingsOf } from '../support/settings.ts'
import { expect, test } from '../support/test.ts'

const run = promisify(execFile)

/** Returns the link that `npm run admin -- reset` prints while the site is running. */
async function linkOfConsole(dataDir: string, name: string): Promise<string> {
  const env = { ...process.env, ...settingsOf(dataDir) }
  const { stdout } = await run(process.execPath, [resolve('scripts/operate/admin.ts'), 'reset', name], { env })
  return /http\S+/.exec(stdout)?.[0] ?? ''
}

const newPassword = 'violet teapots'

test('a reset link works once, and its token is removed from the address bar', async ({ page, dataDir }) => {
  const name = 'lockedout'
  await signUpQuickly(page, name)
  const link = await linkOfConsole(dataDir, name)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page).toHaveURL('/auth/reset')
  await page.reload()
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
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
