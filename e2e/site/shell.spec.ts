import type { Page } from '@playwright/test'
import { signUpQuickly } from '../support/people.ts'
import { expect, inMotion, test } from '../support/test.ts'

declare global {
  interface Window {
    shownOnSecret?: boolean
  }
}

test.use(inMotion)

test('every part of the shell can be reached by mouse and keyboard', async ({ page }) => {
  await test.step('header and tabs lead to every page, or to sign-in where an account is needed', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/about')
    const header = page.getByRole('banner')
    await expect(header.getByRole('button', { name: 'Logout' })).toHaveCount(0)
    await expect(header.getByRole('button', { name: /^Notifications/ })).toHaveCount(0)
    const tabs = page.getByRole('navigation', { name: 'Main' })
    await expect(tabs.getByRole('link')).toHaveText(['Feed', 'Upload', 'Creators'])
    await header.getByRole('link', { name: 'Sign in/Sign up' }).click()
    await expect(page).toHaveURL(/\/auth/)
    await expect(header.getByRole('link', { name: 'Sign in/Sign up' })).toHaveCount(0)
    await header.getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about')
    await tabs.getByRole('link', { name: 'Upload' }).click()
    await expect(page).toHaveURL('/auth?next=%2Fupload')
    await page.goto('/profile')
    await expect(page).toHaveURL('/auth?next=%2Fprofile')
    await tabs.getByRole('link', { name: 'Creators' }).click()
    await expect(page).toHaveURL('/creators')
    await expect(tabs.getByRole('link', { name: 'Creators' })).toHaveAttribute('aria-current', 'page')
    await header.getByRole('link', { name: 'Reverie' }).click()
    await expect(page).toHaveURL('/')
    await expect(tabs.getByRole('link', { name: 'Feed' })).toHaveAttribute('aria-current', 'page')
    const personal = asked.filter((path) => path === '/api/user' || path.includes('notification'))
    expect(personal, 'requests of a visitor').toEqual([])
  })

  await test.step('the header and the navigation precede the content in tab order', async () => {
    await page.goto('/about')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const names = ['Skip to content', 'Reverie', 'Search', 'About', 'Switch to light theme', 'Sign in/Sign up']
    const label = () => document.activeElement?.ariaLabel || document.activeElement?.textContent
    for (const name of [...names, 'Feed', 'Upload', 'Creators']) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(label)).toBe(name)
    }
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).focus()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('News and sponsors').getByRole('link').first()).toBeFocused()
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('/secret redirects to the feed without showing header, ticker or navigation', async () => {
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (location.pathname === '/secret' && document.querySelector('header, nav, section'))
          window.shownOnSecret = true
      }).observe(document, { childList: true, subtree: true })
    })
    for (const visit of ['first', 'with the flag']) {
      await page.goto('/secret')
      await expect(page, visit).toHaveURL('/')
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
      expect(await page.evaluate(() => window.shownOnSecret)).toBeUndefined()
      expect(await page.evaluate(() => localStorage.getItem('secret-gate-passed'))).toBe('true')
    }
  })
})

test('a user sees their avatar, and signing out and the theme update other tabs, too', async ({ page }) => {
  await signUpQuickly(page, 'shellowner')
  const header = page.getByRole('banner')
  const avatar = header.getByRole('link', { name: 'The shellowner' })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    const known = Promise.withResolvers<void>()
    await page.route('/api/user', (route) => known.promise.then(() => route.continue()))
    await page.goto('/about')
    const place = () => header.getByRole('link', { name: 'About' }).boundingBox()
    const before = await place()
    known.resolve()
    await expect(avatar).toBeVisible()
    expect(await place(), 'the header does not move when the user becomes known').toEqual(before)
    await page.unrouteAll()
  }
  await expect(header.getByRole('link', { name: 'Sign in/Sign up' })).toHaveCount(0)
  await expect(avatar).toHaveText('S')
  await avatar.click()
  await expect(page).toHaveURL('/profile')
  await header.getByRole('link', { name: 'About' }).click()

  const other = await page.context().newPage()
  await other.goto('/about')
  await expect(other.getByRole('link', { name: 'The shellowner' })).toBeVisible()

  await header.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Goodbye!', { exact: true })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Sign in/Sign up' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Sign in/Sign up' })).toBeVisible()

  const theme = (of: Page) => of.evaluate(() => document.documentElement.dataset.theme)
  expect(await theme(page)).toBe('dark')
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  expect(await theme(page)).toBe('light')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  await expect(other.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible()
  expect(await theme(other)).toBe('light')
  // Without the app's code, only the first paint is shown.
  await page.route('**/assets/*.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }))
  await page.reload()
  expect(await theme(page)).toBe('light')
})

test('a toast can be focused with F8 from a dialog, and Escape closes only the dialog @deep', async ({ page }) => {
  await signUpQuickly(page, 'shelllayers')
  await page.goto('/profile')
  await page.route('/api/users/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 409, json: { error: 'Taken' } }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await dialog.getByLabel('Display name').fill('Another name')
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Taken' })).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /F8/ }).getByRole('list')).toBeFocused()
  await dialog.getByLabel('Display name').focus()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
})
