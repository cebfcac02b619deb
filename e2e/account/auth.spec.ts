import type { Page } from '@playwright/test'
import { expectToast, fillUpload, lightClip, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const password = 'a good secret'

async function signOut(page: Page): Promise<void> {
  await page.request.post('/api/logout')
}

async function fill(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(secret)
}

const logIn = (page: Page) => page.getByRole('button', { name: 'Login' }).click()
const createAccount = (page: Page) => page.getByRole('button', { name: 'Create Account' }).click()

test('mistakes are told under each field, and what was typed stays, also on the other tab', async ({ page }) => {
  await page.goto('/auth')
  await logIn(page)
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'current-password')
  await page.getByLabel('Email').fill('typed@example.org')

  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page.getByText('Join and start sharing your AI-generated videos.')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeHidden()
  await expect(page.getByLabel('Email')).toHaveValue('typed@example.org')
  await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'new-password')
  await page.getByLabel('Password').fill('Qwerty123')
  await expect(page.getByText('This one is on the lists that attackers try first.')).toBeVisible()
  await page.getByLabel('Password').fill('short')
  await createAccount(page)
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await page.getByRole('tab', { name: 'Login' }).click()
  await expect(page.getByLabel('Password')).toHaveValue('short')
  await expect(page.getByRole('button', { name: 'Continue with Google (Coming Soon)' })).toBeDisabled()
})

test('the password can be looked at @deep', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password')
})

test('the panel beside the form is for wide screens @deep', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/auth')
  const panel = page.getByRole('complementary')
  for (const promise of ['Watch & Share', 'Creator Community', 'AI-Powered', 'Upload Videos']) {
    await expect(panel.getByRole('heading', { name: promise })).toBeVisible()
  }
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(panel).toBeHidden()
})

test('wrong credentials and a taken address are told by the server, and right ones come back', async ({ page }) => {
  await signUpQuickly(page, 'returning')
  await signOut(page)
  await page.goto('/auth?next=/profile/returning')
  await fill(page, 'returning@example.org', 'not the secret')
  await logIn(page)
  await expectToast(page, 'Login failed', 'Invalid email or password')
  await expect(page.getByLabel('Email')).toHaveValue('returning@example.org')

  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await createAccount(page)
  await expectToast(page, 'Registration failed')
  await expect(page.getByLabel('Password')).toHaveValue('not the secret')

  await page.getByRole('tab', { name: 'Login' }).click()
  await fill(page, 'returning@example.org')
  await logIn(page)
  await expectToast(page, 'Welcome back!', 'You have successfully logged in.')
  await expect(page).toHaveURL('/profile/returning')
  await page.goto('/auth')
  await expect(page).toHaveURL('/')

  // Back to the page itself, not to another like it: before it comes what came before it.
  await signOut(page)
  await page.goto('/about')
  await page.goto('/creators?q=%C3%84nne')
  await page.getByRole('link', { name: 'Sign in/Sign up' }).click()
  await fill(page, 'returning@example.org')
  await logIn(page)
  await expect(page).toHaveURL('/creators?q=%C3%84nne')
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('a new account is welcomed by the product’s name @deep', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await fill(page, 'newcomer@example.org')
  await createAccount(page)
  await expectToast(page, 'Welcome to Reverie!', 'Your account has been created successfully.')
  await expect(page.getByRole('dialog', { name: 'Welcome to Reverie' })).toBeVisible()
})

test('signing in never leads to another site', async ({ page }) => {
  await signUpQuickly(page, 'lured')
  for (const next of ['//evil.example', 'https://evil.example', 'javascript:alert(1)', '/\\evil.example']) {
    await page.goto(`/auth?next=${encodeURIComponent(next)}`)
    await expect(page).toHaveURL('/')
  }
})

test('while it is not known who is here, and while the answer is awaited, a spinner turns @deep', async ({
  page,
  context,
}) => {
  // Of a session that has ended elsewhere: without one the page knows at once that nobody is here.
  await signUpQuickly(page, 'endedelsewhere')
  const cookies = await context.cookies()
  await signOut(page)
  await context.addCookies(cookies)
  const user = Promise.withResolvers<void>()
  const login = Promise.withResolvers<void>()
  await page.route('**/api/user', async (route) => {
    await user.promise
    await route.continue()
  })
  await page.route('**/api/login', async (route) => {
    await login.promise
    await route.continue()
  })
  await page.goto('/auth')
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  user.resolve()
  await fill(page, 'nobody@example.org')
  await logIn(page)
  await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Login' })).toHaveAttribute('aria-busy', 'true')
  login.resolve()
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
})

test.describe('when the server does not answer readably', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  for (const [what, answer] of [
    ['is not reached', undefined],
    ['answers 502 without a word', { status: 502, body: '<h1>Bad gateway</h1>' }],
  ] as const) {
    test(`and ${what}, both tabs say what the specification says, and keep what was typed @deep`, async ({ page }) => {
      await page.route(/api\/(login|register)$/, (route) => (answer ? route.fulfill(answer) : route.abort()))
      await page.goto('/auth')
      await fill(page, 'unlucky@example.org')
      await logIn(page)
      await expectToast(page, 'Login failed', 'Invalid email or password')
      await page.getByRole('tab', { name: 'Sign Up' }).click()
      await createAccount(page)
      await expectToast(page, 'Registration failed', 'Please check your information and try again')
      await expect(page.getByLabel('Email')).toHaveValue('unlucky@example.org')
      await expect(page.getByLabel('Password')).toHaveValue(password)
    })
  }
})

test('a session that ended elsewhere: publishing signs out, and signing in again finds everything as it was', async ({
  page,
}) => {
  await signUpQuickly(page, 'expired')
  const ended = Promise.withResolvers<void>()
  await page.route('/api/fingerprints/matches', async (route) => {
    await ended.promise
    await route.continue()
  })
  const advice = page.waitForResponse('/api/fingerprints/matches')
  await page.goto('/upload')
  await fillUpload(page, { file: lightClip(), title: 'Over two sessions' })
  await page.getByLabel('Tags').fill('patience,')
  await signOut(page)
  ended.resolve()
  // What the page asked by itself is refused as well, and takes nobody away from what they type.
  expect((await advice).status()).toBe(401)
  await page.getByRole('button', { name: 'Upload Video' }).click()

  await expect(page).toHaveURL('/auth?next=%2Fupload')
  await expectToast(page, 'You have been signed out', 'Sign in again to continue where you left off.')
  await expect(page.getByRole('link', { name: 'Sign in/Sign up' })).toHaveCount(0)
  await fill(page, 'expired@example.org')
  await logIn(page)
  await expect(page).toHaveURL('/upload')
  await expect(page.getByLabel('Title')).toHaveValue('Over two sessions')
  await expect(page.getByText('#patience')).toBeVisible()
  await expect(page.getByText('light.mp4')).toBeVisible()
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('article', { name: 'Over two sessions' })).toBeVisible()
})
