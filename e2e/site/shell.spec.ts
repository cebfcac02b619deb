import type { Page } from '@playwright/test'
import { expectToast, publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, inMotion, test } from '../support/test.ts'

declare global {
  interface Window {
    shownOnSecret?: boolean
  }
}

test.use(inMotion)

test('a visitor finds sign-in, About, the theme and the tabs; Upload leads to sign in and back', async ({ page }) => {
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
  await tabs.getByRole('link', { name: 'Creators' }).click()
  await expect(page).toHaveURL('/creators')
  await expect(tabs.getByRole('link', { name: 'Creators' })).toHaveAttribute('aria-current', 'page')
  await header.getByRole('link', { name: 'Reverie' }).click()
  await expect(page).toHaveURL('/')
  await expect(tabs.getByRole('link', { name: 'Feed' })).toHaveAttribute('aria-current', 'page')
  expect(asked, 'without a session nobody is asked for').not.toContain('/api/user')
})

test('who was signed out elsewhere is told so by the change that is refused', async ({ page }) => {
  await signUpQuickly(page, 'shellended')
  const { id } = await publishQuickly(page, { title: 'Liked after the end' })
  await page.goto(`/video/${id}`)
  await expect(page.getByRole('banner').getByRole('link', { name: 'The shellended' })).toBeVisible()
  await page.context().clearCookies()
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Too late')
  await page.getByRole('button', { name: 'Post' }).click()
  await expectToast(page, 'You have been signed out', 'Sign in again to continue where you left off.')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in/Sign up' })).toBeVisible()
})

test('somebody signed in finds their picture and the way out', async ({ page }) => {
  await signUpQuickly(page, 'shellowner')
  await page.goto('/about')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Sign in/Sign up' })).toHaveCount(0)
  const avatar = header.getByRole('link', { name: 'The shellowner' })
  await expect(avatar).toHaveText('S')
  await avatar.click()
  await expect(page).toHaveURL('/profile')
  await header.getByRole('link', { name: 'About' }).click()

  const other = await page.context().newPage()
  await other.goto('/about')
  await expect(other.getByRole('link', { name: 'The shellowner' })).toBeVisible()

  const answered = Promise.withResolvers<void>()
  await page.route('/api/logout', async (route) => {
    await answered.promise
    await route.continue()
  })
  await header.getByRole('button', { name: 'Logout' }).click()
  await expect(header.getByRole('button', { name: 'Logging out...' })).toBeDisabled()
  answered.resolve()
  await expect(page.getByText('Goodbye!', { exact: true })).toBeVisible()
  await expect(page.getByText('You have been logged out successfully.', { exact: true })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Sign in/Sign up' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Sign in/Sign up' })).toBeVisible()
})

test.describe('when signing out fails', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })
  test('the person stays, and is told @deep', async ({ page }) => {
    await signUpQuickly(page, 'shellstays')
    await page.goto('/about')
    await page.route('/api/logout', (route) => route.abort())
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByText('Logout failed', { exact: true })).toBeVisible()
    await expect(page.getByText('Something went wrong', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeEnabled()
  })
})

test('dark is the default; the choice is kept, comes without a flash, and other tabs follow', async ({
  page,
  context,
}) => {
  const theme = (of: Page) => of.evaluate(() => document.documentElement.dataset.theme)
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto('/about')
  expect(await theme(page)).toBe('dark')
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  expect(await theme(page)).toBe('light')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  await expect(other.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible()
  expect(await theme(other)).toBe('light')
  // Without the app's code there is nothing but the first paint.
  await page.route('**/assets/*.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }))
  await page.reload()
  expect(await theme(page)).toBe('light')
})

test('/secret leads to the feed at once, without header, ticker and bar on the way; its flag changes nothing', async ({
  page,
}) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (location.pathname === '/secret' && document.querySelector('header, nav, section')) window.shownOnSecret = true
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

test('a path that does not exist has the 404 screen and status', async ({ page }) => {
  const reply = await page.goto('/no/such/page')
  expect(reply?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?', { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Back to Feed' }).click()
  await expect(page).toHaveURL('/')
})

test.describe('a page whose code does not arrive', () => {
  test.use({ expectedErrors: [/ERR_FAILED|about-page/] })
  test('leaves the shell standing, and another page works @deep', async ({ page }) => {
    await page.route('**/assets/about-page*', (route) => route.abort())
    await page.goto('/auth')
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
    await expect(page.getByRole('heading', { name: 'We couldn’t load this page' })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Sign in/Sign up' }).click()
    await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
    await page.unroute('**/assets/about-page*')
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Our Mission' })).toBeVisible()
  })
})

test('one toast at a time: F8 goes to it, a short swipe does not dismiss it, a long one does @deep', async ({
  page,
}) => {
  await signUpQuickly(page, 'shelltoast')
  await page.goto('/about')
  await page.getByRole('button', { name: 'Logout' }).click()
  const toast = page.getByRole('listitem').filter({ hasText: 'Goodbye!' })
  await expect(toast).toHaveCount(1)
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /F8/ }).getByRole('list')).toBeFocused()
  // The focus holds it, so that it can be read; the swipes begin where it has come to rest.
  await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  const swipe = async (px: number) => {
    const { x, y, height } = (await toast.boundingBox())!
    await page.mouse.move(x + 60, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + 60 + px, y + height / 2, { steps: 5 })
    await page.mouse.up()
  }
  await swipe(40)
  await expect(toast).toHaveAttribute('data-swipe', 'cancel')
  await swipe(80)
  await expect(toast).toHaveCount(0)
})

test('F8 goes to a toast from within a dialog; Escape closes the dialog that the focus is in @deep', async ({
  page,
}) => {
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

test('a toast leaves by itself after five seconds @deep', async ({ page }) => {
  await signUpQuickly(page, 'shellfive')
  await page.clock.install()
  await page.goto('/about')
  const logout = page.getByRole('button', { name: 'Logout' })
  await expect(logout).toBeVisible()
  // From here on the clock goes on only where it is told to.
  await page.clock.pauseAt(Date.now() + 60_000)
  await logout.click()
  const toast = page.getByRole('listitem').filter({ hasText: 'Goodbye!' })
  await expect(async () => {
    await page.clock.runFor(10)
    expect(await toast.isVisible()).toBe(true)
  }).toPass()
  await page.clock.runFor(4_000)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1_500)
  await expect(toast).toHaveCount(0)
})

test('? lists the shortcuts, not while somebody types; Escape closes the list @deep', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByLabel('Email')).toBeVisible()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const does of ['Next video', 'Play or pause', 'Full screen', 'Go to the notification']) {
    await expect(list.getByText(does)).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  // Its code is here now: it would open at once.
  await page.getByLabel('Email').press('?')
  await expect(page.getByLabel('Email')).toHaveValue('?')
  await expect(list).toHaveCount(0)
})

test('by keyboard, header and navigation come before the content, and the ticker comes last', async ({ page }) => {
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

test('all of the shell fits on a phone @deep', async ({ page }) => {
  await signUpQuickly(page, 'shellphone')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/about')
  const header = page.getByRole('banner')
  for (const control of [
    header.getByRole('link', { name: 'Reverie' }),
    header.getByRole('link', { name: 'About' }),
    header.getByRole('button', { name: /^Switch to/ }),
    header.getByRole('button', { name: 'Notifications' }),
    header.getByRole('button', { name: 'Logout' }),
    header.getByRole('link', { name: 'The shellphone' }),
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Creators' }),
  ]) {
    await expect(control).toBeInViewport({ ratio: 1 })
    const { width, height } = (await control.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})
