import type { Page } from '@playwright/test'
import { expectToast, fillUpload, lightClip, signIn, signUp, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { phones, resize } from '../support/layout.ts'

declare global {
  interface Window {
    /** The vertical positions at which a toast has been. */
    toastTops: Set<number>
  }
}

const signOut = (page: Page) => page.request.post('/api/logout')

/** Runs in the page. Records in each frame where the toast with the text is. */
function recordTops(text: string): void {
  window.toastTops = new Set()
  const record = () => {
    const toast = document.querySelector('.toast')
    if (toast?.textContent.includes(text)) window.toastTops.add(toast.getBoundingClientRect().y)
    requestAnimationFrame(record)
  }
  record()
}

test('signing in leads to the requested page, or back to the page before', async ({ page }) => {
  await test.step('the panel beside the form is shown on wide screens only', async () => {
    await resize(page, { width: 1280, height: 800 })
    await page.goto('/auth')
    const panel = page.getByRole('complementary')
    await expect(panel).toBeVisible()
    await resize(page, { width: 768, height: 1024 })
    await expect(panel).toBeHidden()
    await resize(page, { width: 1280, height: 720 })
  })

  await test.step('a new account is welcomed by a toast that does not move, and creates its profile', async () => {
    await resize(page, phones[0]!)
    const welcome = 'Your account has been created successfully.'
    await page.addInitScript(recordTops, welcome)
    await page.route('**/create-profile-dialog-*.js', async (route) => {
      await expect(page.getByRole('listitem').filter({ hasText: welcome })).toBeVisible()
      await route.continue()
    })
    await signUp(page, 'returning')
    expect(await page.evaluate(() => [...window.toastTops])).toHaveLength(1)
    await signOut(page)
    await resize(page, { width: 1280, height: 720 })
  })

  await test.step('the right password leads to the requested page', async () => {
    await page.goto('/auth?next=/profile/returning')
    await signIn(page, 'returning')
    await expectToast(page, 'Welcome back!', 'You have successfully logged in.')
    await expect(page).toHaveURL('/profile/returning')
    await page.goto('/auth')
    await expect(page).toHaveURL('/')
  })

  await test.step('signing in returns to the page that requested it, and adds no history entry', async () => {
    await signOut(page)
    await page.goto('/about')
    await page.goto('/creators?q=%C3%84nne')
    await page.getByRole('link', { name: 'Sign in/Sign up' }).click()
    await signIn(page, 'returning')
    await expect(page).toHaveURL('/creators?q=%C3%84nne')
    await page.goBack()
    await expect(page).toHaveURL('/about')
  })
})

test('signing in after a session has expired during publishing continues the upload', async ({ page }) => {
  await signUpQuickly(page, 'expired')
  const ended = Promise.withResolvers<void>()
  await page.route('/api/fingerprints/matches', async (route) => {
    await ended.promise
    await route.continue()
  })
  const advice = page.waitForResponse('/api/fingerprints/matches')
  await page.goto('/upload')
  await fillUpload(page, { file: lightClip(), title: 'Over two sessions' })
  await signOut(page)
  ended.resolve()
  // The page's own background request is refused too, but does not interrupt the form.
  expect((await advice).status()).toBe(401)
  await page.getByRole('button', { name: 'Upload Video' }).click()

  await expect(page).toHaveURL('/auth?next=%2Fupload')
  await expectToast(page, 'You have been signed out', 'Sign in again to continue where you left off.')
  await expect(page.getByRole('link', { name: 'Sign in/Sign up' })).toHaveCount(0)
  await signIn(page, 'expired')
  await expect(page.getByRole('article', { name: 'Over two sessions' })).toBeVisible()
})
