import type { Page } from '@playwright/test'
import { card, openFromMenu, publishQuickly, signUpQuickly } from '../../support/people.ts'
import { expect, inMotion, test } from '../../support/test.ts'
import { resize } from '../../support/layout.ts'

test.use(inMotion)

const player = (page: Page) => page.locator('[data-player] video')
const time = (page: Page) => player(page).evaluate((video: HTMLVideoElement) => video.currentTime)

/** Publishes a clip, opens its page and waits until it plays. */
async function openClip(page: Page, username: string, details: { prompt?: string; tags?: string } = {}) {
  await signUpQuickly(page, username)
  const title = `Clip of ${username}`
  const { id } = await publishQuickly(page, { title, toolUsed: 'google-veo-3', ...details })
  await page.goto(`/video/${id}`)
  await expect.poll(() => time(page)).toBeGreaterThan(0)
  return { id, title }
}

test('a video page shows all details and links to its creator and the feed', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { title } = await openClip(page, 'known', { prompt: 'A quiet sea', tags: 'sea, dusk' })
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page).toHaveTitle(`${title} · Reverie`)
  for (const text of ['Made with AI: Google Veo 3', 'A quiet sea', '#sea', '#dusk', 'Made for a test']) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  // The walls of other tests may play this clip as well, so there may be more than one view.
  await expect(page.locator('main')).toContainText(/[1-9]\d* views?/)
  await page.getByRole('button', { name: 'Copy prompt' }).click()
  await expect(page.getByText('Prompt copied!', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('A quiet sea')
  await openFromMenu(page, 'Embed')
  await page.getByRole('dialog', { name: 'Embed this video' }).getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByText('Embed code copied!', { exact: true })).toBeVisible()
  const described = await page.request.get(`/oembed?url=${encodeURIComponent(page.url())}`)
  const { html } = (await described.json()) as { html: string }
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(html)
  await expect(page.getByRole('link', { name: /@known/ })).toHaveAttribute('href', '/profile/known')
  await page.getByRole('link', { name: 'Back to feed' }).click()
  await expect(page).toHaveURL('/')

  await test.step('opened from a card, it begins at its heading, and Tab leads to the controls', async () => {
    await page.goto('/profile/known')
    await card(page, title).getByRole('link').first().press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
    await expect.poll(() => time(page)).toBeGreaterThan(0)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('group', { name: 'Player' }).locator(':focus')).toHaveCount(1)
  })
})

test('the player suits the shape of the clip and of the screen @deep', async ({ page }) => {
  const { title } = await openClip(page, 'lying')
  const frame = page.getByRole('group', { name: 'Player' })
  // Paused, so that the controls stay visible.
  await page.keyboard.press('k')
  const controls = [
    frame.getByRole('slider', { name: 'Seek' }),
    frame.getByRole('button', { name: 'Unmute' }),
    frame.getByRole('button', { name: 'Full screen' }),
  ]
  for (const [width, height] of [
    [844, 390],
    [640, 400],
    [360, 780],
    [320, 568],
  ] as const) {
    await resize(page, { width, height })
    for (const control of controls) {
      await expect.poll(() => control.evaluate(isOnTop), `${width} × ${height}`).toBe(true)
    }
    const box = (await frame.boundingBox())!
    if (width === 844) {
      expect(box).toMatchObject({ x: 24, y: 64, height: height - 72, width: ((height - 72) * 9) / 16 })
      const heading = (await page.getByRole('heading', { level: 1, name: title }).boundingBox())!
      expect([heading.x > box.x + box.width, heading.y]).toEqual([true, box.y])
    }
    if (width >= 640) continue
    expect([box.x, box.width, Math.round(box.height)]).toEqual([0, width, Math.round((width * 16) / 9)])
  }
  await resize(page, { width: 1280, height: 800 })
  expect(await frame.boundingBox()).toMatchObject({ x: 24, width: 315, height: 560 })
  const { x, width } = (await page.getByText('No comments yet').boundingBox())!
  expect(x + width).toBe(1280 - 24)
})

/** Whether the middle of an element is inside the window and uncovered. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

test('keyboard shortcuts control the player, except while typing or in a dialog', async ({ page }) => {
  await openClip(page, 'keys')
  const video = player(page)
  await expect(video).toHaveJSProperty('loop', true)
  await expect(video).toHaveJSProperty('muted', true)
  await page.keyboard.press('k')
  await expect(video).toHaveJSProperty('paused', true)
  await page.keyboard.press('Space')
  await expect(video).toHaveJSProperty('paused', false)
  await page.keyboard.press('Space')
  await expect(video).toHaveJSProperty('paused', true)

  const duration = await video.evaluate(({ duration: seconds }: HTMLVideoElement) => seconds)
  await page.keyboard.press('5')
  expect(await time(page)).toBeCloseTo(duration / 2, 1)
  await page.keyboard.press('ArrowLeft')
  expect(await time(page)).toBeCloseTo(Math.max(0, duration / 2 - 5), 1)
  await page.keyboard.press('ArrowRight')
  expect(await time(page)).toBeGreaterThan(Math.min(duration / 2, 4))
  await page.keyboard.press('j')
  expect(await time(page)).toBe(0)
  await page.keyboard.press('l')
  expect(await time(page)).toBeCloseTo(Math.min(10, duration), 1)
  await page.keyboard.press('m')
  await expect(video).toHaveJSProperty('muted', false)
  await page.getByRole('slider', { name: 'Seek' }).press('m')
  await expect(video).toHaveJSProperty('muted', true)
  await page.keyboard.press('m')
  await page.getByRole('group', { name: 'Player' }).getByRole('button', { name: 'Play' }).focus()
  await page.keyboard.press('ArrowDown')
  expect(await video.evaluate(({ volume }: HTMLVideoElement) => volume)).toBeCloseTo(0.9)
  const speed = page.getByRole('combobox', { name: 'Speed' })
  await page.keyboard.press('>')
  await expect(speed).toHaveValue('1.25')
  await page.keyboard.press('<')
  await page.keyboard.press('<')
  await expect(video).toHaveJSProperty('playbackRate', 0.75)
  // Space acts once, although the focused button and the shortcut both handle it.
  await page.keyboard.press('0')
  await page.keyboard.press('k')
  await expect(video).toHaveJSProperty('paused', false)
  await page.keyboard.press('Space')
  await expect(video).toHaveJSProperty('paused', true)
  await page.keyboard.press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.ariaLabel)).toBe('Player')
  await page.keyboard.press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null)

  await page.getByLabel('Add a comment').pressSequentially('mmm k f 5')
  await expect(page.getByLabel('Add a comment')).toHaveValue('mmm k f 5')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('m')
  await page.keyboard.press('k')
  await expect(video).toHaveJSProperty('muted', false)
  await expect(video).toHaveJSProperty('paused', true)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true })

  test('two fingers enlarge the page over the player, and one finger then moves it', async ({ page }) => {
    await openClip(page, 'pincher')
    const devtools = await page.context().newCDPSession(page)
    const touch = async (steps: { x: number; y: number }[][]) => {
      for (const [step, touchPoints] of steps.entries()) {
        await devtools.send('Input.dispatchTouchEvent', { type: step === 0 ? 'touchStart' : 'touchMove', touchPoints })
      }
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    const view = (key: 'scale' | 'offsetLeft') => page.evaluate((name) => visualViewport![name], key)
    const apart = [20, 40, 60, 80, 100, 120]
    await touch(
      apart.map((x) => [
        { x: 180 - x, y: 300 },
        { x: 180 + x, y: 300 },
      ]),
    )
    await expect.poll(() => view('scale')).toBeGreaterThan(2)
    const left = await view('offsetLeft')
    await touch(apart.map((x) => [{ x: 200 + x, y: 300 }]))
    await expect.poll(() => view('offsetLeft')).toBeLessThan(left - 20)
  })
})
