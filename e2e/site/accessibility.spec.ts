import type { Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { card, fillUpload, lightClip, publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

// Where axe runs: once on every screen and dialog, in both themes.
test.describe('in both themes axe finds nothing, and nothing scrolls sideways at 320 px', () => {
  test('for a visitor', async ({ page }) => {
    await page.goto('/auth')
    await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
    await check(page, 'login')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible()
    await check(page, 'sign up')
    await page.goto('/nothing-here')
    await expect(page.getByText('404 Page Not Found')).toBeVisible()
    await check(page, '404')
    await page.goto('/video/00000000-0000-4000-8000-000000000000')
    await expect(page.getByRole('heading', { name: 'Video not found' })).toBeVisible()
    await check(page, 'video not found')
    await page.goto('/profile/nobody-at-all')
    await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
    await check(page, 'user not found')
    await page.goto('/about')
    await expect(page.getByRole('heading', { name: 'Our Mission' })).toBeVisible()
    await check(page, 'about')
    await page.goto('/rules')
    await expect(page.getByRole('heading', { name: 'No hate' })).toBeVisible()
    await check(page, 'rules')
    await page.goto('/log')
    await expect(page.getByRole('heading', { name: 'Check it yourself' })).toBeVisible()
    await check(page, 'log')
    await page.goto('/privacy')
    await expect(page.getByRole('heading', { name: 'Privacy' })).toBeVisible()
    await check(page, 'privacy')
    await page.goto('/creators?q=nobody+is+called+this')
    await expect(page.getByText('No creators found')).toBeVisible()
    await check(page, 'no creators')
    await page.goto('/embed/nothing')
    await expect(page.getByRole('heading', { name: 'Video unavailable' })).toBeVisible()
    await check(page, 'embed of nothing')
  })

  test('for a creator with a clip @deep', async ({ page }) => {
    const name = 'axecreator'
    const title = 'Seen by axe'
    await signUpQuickly(page, name)
    const { id } = await publishQuickly(page, { title, prompt: 'A sea at night', tags: 'sea, night' })
    await page.request.post(`/api/videos/${id}/comments`, { data: { text: 'Seen' } })

    await page.goto('/upload')
    await expect(page.getByRole('button', { name: 'Upload Video' })).toBeVisible()
    await check(page, 'upload')
    await fillUpload(page, { file: lightClip(), title: 'Never published' })
    await check(page, 'upload with a file')
    // Never sent: it stays as it is while it is looked at.
    await page.route('**/api/uploads/**', () => {})
    await page.getByLabel('Add more clips').setInputFiles(lightClip())
    await page.getByRole('button', { name: 'Upload Video' }).click()
    await expect(page.getByRole('heading', { name: 'Upload Video 2 of 2' })).toBeVisible()
    await check(page, 'clips in line')
    await page.getByRole('link', { name: 'Creators', exact: true }).click()
    await page.getByRole('button', { name: /^Uploads: / }).click()
    const uploads = page.getByRole('dialog', { name: 'Uploads' })
    await expect(uploads.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
    await check(page, 'uploads in the header')
    await uploads.getByRole('button', { name: 'Cancel' }).click()
    await expect(uploads).toBeHidden()
    await page.unroute('**/api/uploads/**')

    await page.goto(`/profile/${name}`)
    const shown = card(page, title)
    await expect(shown).toBeVisible()
    await check(page, 'own profile')
    await shown.getByRole('button', { name: 'Details' }).click()
    await expect(shown.getByText('Seen', { exact: true })).toBeVisible()
    await check(page, 'details')
    for (const action of ['Report', 'Edit', 'Delete']) {
      await shown.getByRole('button', { name: action, exact: true }).click()
      await expect(page.getByRole(action === 'Delete' ? 'alertdialog' : 'dialog')).toBeVisible()
      await check(page, action)
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: '0 Followers' }).click()
    await expect(page.getByText('No followers yet')).toBeVisible()
    await check(page, 'followers')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit Profile' })).toBeVisible()
    await check(page, 'edit profile')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: /^Liked/ }).click()
    await expect(page.getByText('No liked videos yet')).toBeVisible()
    await check(page, 'liked')

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Feed' }).click()
    await expect(page.getByRole('feed')).toBeVisible()
    await check(page, 'wall')
    await page.goto(`/video/${id}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await check(page, 'video')
    await page.getByRole('button', { name: 'Embed' }).click()
    await expect(page.getByRole('dialog', { name: 'Embed this video' })).toBeVisible()
    await check(page, 'embed code')
    await page.goto(`/profile/${name}?view=${id}`)
    await expect(page.getByRole('dialog', { name: 'Videos, full screen' })).toBeVisible()
    await check(page, 'swipe view')
    for (const sheet of ['comments', 'text']) {
      await page.goto(`/profile/${name}?view=${id}&sheet=${sheet}`)
      await expect(page.getByRole('dialog', { name: sheet === 'text' ? 'About this clip' : 'Comments' })).toBeVisible()
      await check(page, `sheet with ${sheet}`)
    }
    await page.goto(`/embed/${id}`)
    await expect(page.getByRole('link', { name: title })).toBeVisible()
    await check(page, 'embed')
  })

  test('for a newcomer', async ({ page, another }) => {
    await another('axeother')
    const email = 'axenew@example.org'
    const registered = await page.request.post('/api/register', { data: { email, password: 'a good secret' } })
    const { id } = (await registered.json()) as { id: string }
    await page.goto('/about')
    await expect(page.getByRole('dialog', { name: 'Welcome to Reverie' })).toBeVisible()
    await check(page, 'create profile')
    const named = { username: 'axenew', displayName: 'New here' }
    await page.request.put(`/api/users/${id}`, { data: named })
    await page.goto('/profile/axeother')
    await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
    await check(page, 'another’s profile')
    await page.goto('/creators')
    await expect(page.getByText(/^Showing/)).toBeVisible()
    await check(page, 'creators')
    await page.getByRole('button', { name: 'Notifications' }).click()
    await expect(page.getByText('No notifications yet')).toBeVisible()
    await check(page, 'notifications')
    await page.goto('/about')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await check(page, 'shortcuts')
  })
})

async function check(page: Page, screen: string): Promise<void> {
  expect.soft(await violationsOf(page), screen).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  // Polled, because a wall lays itself out anew a frame after the window has changed.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${screen}: too wide by`)
    .toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
}
