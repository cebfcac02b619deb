import type { Locator, Page } from '@playwright/test'
import { sampleClip } from '../../server/test/media/sample-clips.ts'
import { violationsOf } from '../support/axe.ts'
import { expectLargeTargets, resize } from '../support/layout.ts'
import { browserLaunchOptions } from '../support/browser.ts'
import { card, fillUpload, lightClip, publishQuickly, signedClip, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test.use({ hasTouch: true })

// Runs axe in both themes on the screens and dialogs that no other test inspects.
test.describe('every screen is accessible in both themes and down to 320 px', () => {
  test('for a visitor', async ({ page }) => {
    await visit(page, '/auth', 'login', page.getByRole('tab', { name: 'Login' }))
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await check(page, 'sign up', page.getByRole('button', { name: 'Create Account' }))
    await visit(
      page,
      '/invite#of-nobody',
      'invitation that does not work',
      page.getByRole('button', { name: 'Sign up without it' }),
    )
    await page.goto('/auth/forgot')
    await page.getByRole('button', { name: 'Set password and sign in' }).click()
    await check(page, 'forgotten password', page.getByText('Recovery code is required'))
    await visit(
      page,
      '/auth/reset#of-a-letter',
      'reset link that does not work',
      page.getByRole('heading', { name: 'This link no longer works' }),
    )
    await visit(page, '/nothing-here', '404', page.getByText('404 Page Not Found'))
    await visit(
      page,
      '/video/00000000-0000-4000-8000-000000000000',
      'video not found',
      page.getByRole('heading', { name: 'Video not found' }),
    )
    await visit(page, '/profile/nobody-at-all', 'user not found', page.getByRole('heading', { name: 'User not found' }))
    await visit(page, '/about', 'about', page.getByRole('heading', { name: 'Our Mission' }))
    await visit(page, '/about/trust', 'trust', page.getByText('C2PA’s official list'))
    await visit(page, '/rules', 'rules', page.getByRole('heading', { name: 'No hate' }))
    await visit(page, '/log', 'log', page.getByRole('heading', { name: 'Check it yourself' }))
    await page.goto('/notice')
    await page.getByRole('button', { name: 'Send notice' }).click()
    await check(page, 'legal notice', page.getByText('Please enter your name'))
    await visit(page, '/privacy', 'privacy', page.getByRole('heading', { name: 'Privacy' }))
    await visit(page, '/creators?q=nobody+is+called+this', 'no creators', page.getByText('No creators found'))
    await visit(page, '/embed/nothing', 'embed of nothing', page.getByRole('heading', { name: 'Video unavailable' }))
  })

  test('for a creator and a new user @deep', async ({ page, another }) => {
    await test.step('a creator with a clip', async () => {
      const name = 'axecreator'
      const title = 'Seen by axe'
      await signUpQuickly(page, name)
      const { id } = await publishQuickly(page, { title, prompt: 'A sea at night', tags: 'sea, night' })
      await page.request.post(`/api/videos/${id}/comments`, { data: { text: 'Seen' } })

      await visit(page, '/upload', 'upload', page.getByRole('button', { name: 'Upload Video' }))
      await page.getByText('More options').click()
      await page.getByLabel('Video file').setInputFiles([lightClip(), signedClip()])
      await check(page, 'clips described together', page.getByLabel('Title of clip 2'))
      await page.goto('/upload')
      await fillUpload(page, { file: signedClip(), title: 'Never published' })
      await expect(page.getByRole('region', { name: 'This file says' })).toBeVisible()
      await page.getByText('More options').click()
      await check(page, 'upload with a file', page.getByRole('radiogroup', { name: 'Cover' }))
      // The request never gets a reply, so the upload is in progress during the checks.
      await page.route('**/api/uploads/**', () => {})
      await page.getByLabel('Add more clips').setInputFiles(lightClip())
      await page.getByRole('button', { name: 'Upload Video' }).click()
      await check(page, 'upload queue', page.getByRole('heading', { name: 'Upload Video 2 of 2' }))
      await page.getByRole('link', { name: 'Creators', exact: true }).click()
      await page.getByRole('button', { name: /^Uploads: / }).click()
      const uploads = page.getByRole('dialog', { name: 'Uploads' })
      await check(page, 'uploads in the header', uploads.getByRole('progressbar', { name: 'Upload' }))
      await uploads.getByRole('button', { name: 'Cancel' }).click()
      await expect(uploads).toBeHidden()
      await page.unroute('**/api/uploads/**')

      await page.goto(`/profile/${name}`)
      const shown = card(page, title)
      await check(page, 'own profile', shown)
      await shown.getByRole('button', { name: 'Details' }).click()
      await check(page, 'details', shown.getByText('Seen', { exact: true }))
      for (const action of ['Edit', 'Delete']) {
        await shown.getByRole('button', { name: action, exact: true }).click()
        await check(page, action, page.getByRole(action === 'Delete' ? 'alertdialog' : 'dialog'))
        await page.keyboard.press('Escape')
      }
      await page.getByRole('button', { name: '0 Followers' }).click()
      await check(page, 'followers', page.getByText('No followers yet'))
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Edit Profile' }).click()
      await check(page, 'edit profile', page.getByRole('dialog', { name: 'Edit Profile' }))
      await page.keyboard.press('Escape')
      await page.getByRole('tab', { name: /^Liked/ }).click()
      await check(page, 'liked', page.getByText('No liked videos yet'))

      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Feed' }).click()
      await check(page, 'wall', page.getByRole('feed'))
      await visit(page, `/video/${id}`, 'video', page.getByRole('heading', { name: title }))
      await page.getByRole('button', { name: 'More', exact: true }).first().click()
      await expect(page.getByRole('menu')).toBeVisible()
      expect.soft(await violationsOf(page), 'more').toEqual([])
      // The open menu covers the other controls.
      await expectLargeTargets(page, 'more', '[role=menuitem]')
      await resize(page, { width: 1280, height: 800 })
      await page.getByRole('menuitem', { name: 'Embed' }).click()
      await check(page, 'embed code', page.getByRole('dialog', { name: 'Embed this video' }))
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Share', exact: true }).first().click()
      await page.getByRole('button', { name: 'QR code' }).click()
      await check(page, 'share', page.getByRole('img', { name: /^QR code/ }))
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'How we know' }).click()
      await check(page, 'how we know', page.getByRole('heading', { name: 'Check it yourself' }))
      await visit(page, `/video/${id}/remixes`, 'remixes', page.getByText('No remixes yet'))
      await visit(
        page,
        `/profile/${name}?view=${id}`,
        'swipe view',
        page.getByRole('dialog', { name: 'Videos, full screen' }),
      )
      for (const sheet of ['comments', 'text']) {
        const opened = page.getByRole('dialog', { name: sheet === 'text' ? 'About this clip' : 'Comments' })
        await visit(page, `/profile/${name}?view=${id}&sheet=${sheet}`, `sheet with ${sheet}`, opened)
      }
      await visit(page, `/embed/${id}`, 'embed', page.getByRole('link', { name: title }))
    })

    await test.step('a new user', async () => {
      await page.context().clearCookies()
      await another('axeother')
      const email = 'axenew@example.org'
      const registered = await page.request.post('/api/register', { data: { email, password: 'a good secret' } })
      const { id } = (await registered.json()) as { id: string }
      await visit(page, '/about', 'create profile', page.getByRole('dialog', { name: 'Welcome to Reverie' }))
      const named = { username: 'axenew', displayName: 'New here' }
      await page.request.put(`/api/users/${id}`, { data: named })
      await visit(
        page,
        '/profile/axeother',
        'another’s profile',
        page.getByRole('button', { name: 'Follow', exact: true }),
      )
      await page.getByRole('button', { name: 'Report' }).click()
      await check(page, 'report', page.getByRole('dialog'))
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Mute or block' }).click()
      const choice = page.getByRole('dialog', { name: 'Mute or block' })
      await check(page, 'mute or block', choice)
      await choice.getByRole('button', { name: 'Mute', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible()
      await visit(page, '/settings/muted', 'muted people', page.getByRole('button', { name: /^Unmute/ }))
      await visit(page, '/creators', 'creators', page.getByText(/^Showing/))
      await page.getByRole('button', { name: 'Notifications' }).click()
      await check(page, 'notifications', page.getByText('No notifications yet'))
      await page.goto('/about')
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
      await check(page, 'shortcuts', page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
    })
  })
})

test('forced colours leave selected entries and controls over a clip recognisable', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/auth')
  await expect(page.getByRole('tab', { name: 'Login' })).toHaveCSS('border-top-width', '3px')
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveCSS('border-top-width', '1px')
  await expect(page.getByRole('button', { name: 'Login' })).toHaveCSS('border-top-width', '1px')

  await signUpQuickly(page, 'forcedcolours')
  const { id } = await publishQuickly(page, { title: 'Seen with forced colours' })
  await page.goto(`/video/${id}`)
  const colourOf = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .first()
      .evaluate((button) => getComputedStyle(button).color)
  const [overClip, beside] = [await colourOf('Full screen'), await colourOf('Share')]
  await page.emulateMedia({ forcedColors: 'none' })
  expect(await colourOf('Full screen')).toBe(overClip)
  expect(await colourOf('Share')).not.toBe(beside)
})

test('text of twice the size is not cut off', async ({ playwright, baseURL, another }) => {
  const person = await another('largetext')
  await publishQuickly(person, { title: 'A wide clip', file: sampleClip('anamorphic-2x1.mp4') })
  const { id } = await publishQuickly(person, { title: 'Seen with large text' })
  const fan = await another('largetextfan')
  await fan.request.post(`/api/videos/${id}/like`)
  const { args = [], ...options } = browserLaunchOptions()
  const browser = await playwright.chromium.launch({
    ...options,
    args: [...args, '--blink-settings=defaultFontSize=32'],
  })
  const page = await browser.newPage({
    ...(baseURL && { baseURL }),
    hasTouch: true,
    storageState: await person.request.storageState(),
    reducedMotion: 'reduce',
  })
  // The tabs of moderators need no case. A real moderator would change the comments of other tests.
  await page.route('**/api/user', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), role: 'moderator' } })
  })
  /** Expects both edges of the element to be on the screen, and in its dialog. */
  const expectWithin = async (shown: Locator) => {
    await expect(shown).toBeVisible()
    const edges = () =>
      shown.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect()
        const dialog = element.closest('[role=dialog]')?.getBoundingClientRect()
        return left >= (dialog?.left ?? 0) && right <= (dialog?.right ?? innerWidth)
      })
    await expect.poll(edges).toBe(true)
  }
  for (const size of [
    { width: 320, height: 640 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    await page.goto('/profile/largetext')
    await expectWithin(card(page, 'Seen with large text').getByRole('button', { name: 'Edit' }))
    for (const name of ['Edit', 'Delete', 'Share', 'More', 'Watch full screen']) {
      await card(page, 'A wide clip').getByRole('button', { name, exact: true }).click({ trial: true })
    }
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await expectWithin(page.getByRole('button', { name: 'Change picture' }))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /Followers/ }).click()
    const title = page.getByRole('dialog').getByText('Followers', { exact: true })
    const linesCount = () =>
      title.evaluate(
        (element) => element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight),
      )
    await expect.poll(linesCount).toBeCloseTo(1)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await expectWithin(page.getByRole('button', { name: 'Mark all as read' }))
    await page.goto('/creators?q=largetext')
    const name = page.getByRole('main').getByRole('link', { name: 'The largetextfan' })
    await expect.poll(() => name.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(160)
    await page.goto('/moderation')
    await expectWithin(page.getByRole('tab', { name: 'Accounts' }))
    await page.goto(`/video/${id}`)
    await page.getByRole('button', { name: 'Full screen' }).first().click({ trial: true })
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
    await expectWithin(page.getByRole('button', { name: 'Save Changes' }))
  }
  await page.context().clearCookies()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/about')
  await expectWithin(page.getByRole('link', { name: 'Sign in/Sign up' }))
  await browser.close()
})

async function visit(page: Page, address: string, screen: string, shown: Locator): Promise<void> {
  await page.goto(address)
  await check(page, screen, shown)
}

/** Checks the screen once `shown` is visible. */
async function check(page: Page, screen: string, shown: Locator): Promise<void> {
  await expect(shown).toBeVisible()
  expect.soft(await violationsOf(page), screen).toEqual([])
  await expectLargeTargets(page, screen)
  await resize(page, { width: 320, height: 640 })
  // Polls, because a wall updates its layout one frame after the window was resized.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${screen}: too wide by`)
    .toBe(0)
  await resize(page, { width: 1280, height: 800 })
}
