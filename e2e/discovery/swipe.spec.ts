import type { Locator, Page } from '@playwright/test'
import { card, playingSize, publishQuickly, showOnlyClipsOf, signIn, signUpQuickly } from '../support/people.ts'
import { expect, inMotion, test } from '../support/test.ts'
import { resize, topOf } from '../support/layout.ts'

test.use(inMotion)

/** The time between the events of a swipe. At this speed, the page comes to rest where the finger leaves it. */
const SECONDS_A_MOVE = 1 / 20

const swipePath = [650, 590, 530, 470, 410, 350, 290, 230, 150]
/** A flick over the whole screen. The finger leaves the screen shortly before the page reaches the next slide. */
const flickPath = [740, 680, 600, 520, 440, 360, 280, 200, 120, 40]

const phone = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true }

/** Publishes clips and opens their creator's profile, where no other test's clips appear between them. */
async function openWallOf(page: Page, username: string, titles: string[]): Promise<void> {
  await signUpQuickly(page, username)
  // The newest clip is listed first.
  for (const title of titles.toReversed()) await publishQuickly(page, { title })
  await page.goto(`/profile/${username}`)
}

function fullScreen(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Videos, full screen' })
}

/** Returns the visible slide. The slides before and after it are inert. */
function slide(page: Page, title: string): Locator {
  return fullScreen(page).getByRole('region', { name: title })
}

/** Swipes over the middle of the screen with one finger, at the same speed on a busy machine. */
async function swipe(
  page: Page,
  direction: 'up' | 'down',
  path = swipePath,
  secondsAMove = SECONDS_A_MOVE,
): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const places = direction === 'up' ? path : path.toReversed()
  const startedAt = Date.now() / 1000 - places.length * secondsAMove
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', step: number, y?: number) => {
    const touchPoints = y === undefined ? [] : [{ x: 180, y }]
    return devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints,
      timestamp: startedAt + step * secondsAMove,
    })
  }
  for (const [step, y] of places.entries()) await send(step === 0 ? 'touchStart' : 'touchMove', step, y)
  await send('touchEnd', places.length)
}

test.describe('on a phone', () => {
  test.use(phone)

  test('the full-screen view opens from a card, and Back returns to that card', async ({ page }) => {
    await openWallOf(page, 'swiper', ['Swipe one', 'Swipe two', 'Swipe three'])
    const open = card(page, 'Swipe two').getByRole('button', { name: 'Watch full screen' })
    await open.scrollIntoViewIfNeeded()
    const place = await topOf(card(page, 'Swipe two'))
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
    await open.tap()
    await playingSize(slide(page, 'Swipe two'))
    expect(await slide(page, 'Swipe two').locator('video').boundingBox()).toEqual({
      x: 0,
      y: 0,
      width: 360,
      height: 780,
    })
    await expect(fullScreen(page).locator('video')).toHaveCount(3)

    await swipe(page, 'up')
    await playingSize(slide(page, 'Swipe three'))
    await expect(slide(page, 'Swipe three')).toBeInViewport({ ratio: 0.95 })
    await expect.poll(() => fullScreen(page).locator('video').evaluateAll(areRunning)).toEqual([false, true])
    await swipe(page, 'down')
    await expect(slide(page, 'Swipe two')).toBeInViewport({ ratio: 0.95 })
    await swipe(page, 'down')
    await expect(slide(page, 'Swipe one')).toBeInViewport({ ratio: 0.95 })

    await test.step('a hard flick over the whole screen leads only to the next clip', async () => {
      const scrollEnd = fullScreen(page).evaluate(
        (view) => new Promise<void>((resolve) => view.addEventListener('scrollend', () => resolve(), true)),
      )
      await swipe(page, 'up', flickPath, 1 / 60)
      await scrollEnd
      await expect(slide(page, 'Swipe two')).toBeInViewport({ ratio: 0.95 })
      await swipe(page, 'down')
      await expect(slide(page, 'Swipe one')).toBeInViewport({ ratio: 0.95 })
    })

    await page.goBack()
    await expect(fullScreen(page)).toBeHidden()
    await expect(page).toHaveURL('/profile/swiper')
    await expect.poll(() => topOf(card(page, 'Swipe two'))).toBeCloseTo(place, -0.5)
    await expect(open).toBeFocused()
  })

  test('other clips keep the sound setting, and a reload shows the same clip @deep', async ({ page }) => {
    await page.route('**/api/videos/user/*', (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '2')
      return route.continue({ url: url.href })
    })
    await openWallOf(page, 'listener', ['Loud 1a', 'Loud 1b', 'Loud 2a', 'Loud 2b'])
    await card(page, 'Loud 1a').getByRole('button', { name: 'Watch full screen' }).tap()
    const video = (title: string) => slide(page, title).locator('video')
    await playingSize(slide(page, 'Loud 1a'))
    await expect(video('Loud 1a')).toHaveJSProperty('muted', true)
    await page.getByRole('button', { name: 'Unmute' }).tap()
    await expect(video('Loud 1a')).toHaveJSProperty('muted', false)
    await swipe(page, 'up')
    await playingSize(slide(page, 'Loud 1b'))
    await expect(video('Loud 1b')).toHaveJSProperty('muted', false)
    await slide(page, 'Loud 1b').getByRole('button', { name: 'Pause' }).tap()
    await expect.poll(() => fullScreen(page).locator('video').evaluateAll(areRunning)).not.toContain(true)
    // This clip is on the second page of the list, which the view requests in advance. A swipe can lead to the clip
    // only after that page has loaded.
    await expect(fullScreen(page).getByLabel('Loud 2a', { exact: true })).toBeAttached()
    for (const title of ['Loud 2a', 'Loud 2b']) {
      await swipe(page, 'up')
      await expect(slide(page, title)).toBeInViewport({ ratio: 0.95 })
    }
    await page.reload()
    await playingSize(slide(page, 'Loud 2b'))
    await page.getByRole('button', { name: 'Close' }).tap()
    await expect(page).toHaveURL('/profile/listener')
    await expect(fullScreen(page)).toBeHidden()
  })

  test('a visitor who acts in the full-screen view returns to it after sign-in @deep', async ({ page, another }) => {
    await another('swipefan')
    await openWallOf(page, 'swiped', ['Not this one', 'Liked full screen'])
    const href = await card(page, 'Liked full screen').getByRole('link').first().getAttribute('href')
    const id = href!.split('/').at(-1)!
    const shown = slide(page, 'Liked full screen')
    const sheet = page.getByRole('dialog', { name: 'Comments' })

    await test.step('Share and Report do not cover the picture of a card', async () => {
      // Owners cannot report their own clip.
      await page.context().clearCookies()
      await page.reload()
      const tapped = card(page, 'Liked full screen')
      const { y, height } = (await tapped.getByText('Length: 0:03').boundingBox())!
      for (const name of ['Share', 'Report']) {
        const button = (await tapped.getByRole('button', { name }).boundingBox())!
        expect(button.y).toBeGreaterThan(y + height)
        expect([button.width, button.height]).toEqual([44, 44])
      }
      await tapped.getByRole('link').first().tap()
      await expect(page).toHaveURL(/\/video\//)
    })

    await showOnlyClipsOf(page, 'swiped')
    await test.step('a visitor comments, and the field is focused after sign-in', async () => {
      await page.goto('/nothing-here')
      await page.getByRole('link', { name: 'Feed', exact: true }).tap()
      await card(page, 'Liked full screen').getByRole('button', { name: 'Watch full screen' }).tap()
      await shown.getByRole('button', { name: '0 comments' }).tap()
      await sheet.getByRole('link', { name: 'Sign in' }).tap()
      await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(`/?view=${id}&sheet=comments`)}`)
      await signIn(page, 'swipefan')
      await expect(sheet.getByRole('textbox', { name: 'Add a comment' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()
      await expect(shown).toBeInViewport({ ratio: 0.95 })
    })
  })

  test('Back and Escape close only the sheet, and the clip plays on behind it', async ({ page }) => {
    await openWallOf(page, 'reader', ['Read one', 'Read two'])
    await publishQuickly(page, { title: 'Read about', prompt: 'A lighthouse in fog\n'.repeat(40) })
    await page.reload()
    await card(page, 'Read about').getByRole('button', { name: 'Watch full screen' }).tap()
    const shown = slide(page, 'Read about')
    await playingSize(shown)
    const comments = shown.getByRole('button', { name: '0 comments' })
    await comments.tap()
    const sheet = page.getByRole('dialog', { name: 'Comments' })
    await expect(sheet.getByText('No comments yet. Be the first to comment!')).toBeVisible()
    // Keys typed in the field do not change the clip.
    await sheet.getByRole('textbox', { name: 'Add a comment' }).pressSequentially('jm k')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(sheet.getByRole('listitem')).toContainText('jm k')
    // Found by its label: the open sheet hides the slide from the accessibility tree.
    const video = page
      .locator('section')
      .and(page.getByLabel('Read about', { exact: true }))
      .locator('video')
    expect(await video.evaluate(({ paused, muted }: HTMLVideoElement) => ({ paused, muted }))).toEqual({
      paused: false,
      muted: true,
    })
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(shown.getByRole('button', { name: '1 comment' })).toBeFocused()

    await shown.getByRole('button', { name: 'About this clip' }).tap()
    const about = page.getByRole('dialog', { name: 'About this clip' })
    await expect(about).toContainText('A lighthouse in fog')
    await about.getByRole('button', { name: 'Show more' }).tap()
    await about.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(about.getByRole('button', { name: 'Close' })).toBeInViewport()
    await page.goBack()
    await expect(about).toBeHidden()
    await expect(slide(page, 'Read about')).toBeInViewport({ ratio: 0.95 })
    await page.goBack()
    await expect(fullScreen(page)).toBeHidden()
    await expect(page).toHaveURL('/profile/reader')

    for (const _ of ['first', 'after Forward']) {
      await page.goForward()
      await fullScreen(page).getByRole('button', { name: 'Close' }).tap()
      await expect(fullScreen(page)).toBeHidden()
      await expect(page).toHaveURL('/profile/reader')
    }
  })
})

test.describe('on touch screens of other sizes, with reduced motion', () => {
  test.use({ ...phone, contextOptions: { reducedMotion: 'reduce' } })

  test('the full-screen view waits for Play, and its text is readable on any clip', async ({ page }) => {
    await openWallOf(page, 'touched', ['Bright'])
    for (const viewport of [
      { width: 844, height: 390 },
      { width: 1024, height: 768 },
    ]) {
      await test.step(`${viewport.width} × ${viewport.height}`, async () => {
        await resize(page, viewport)
        await page.goto('/profile/touched')
        await card(page, 'Bright').getByRole('button', { name: 'Watch full screen' }).tap()
        const shown = slide(page, 'Bright')
        const play = shown.getByRole('button', { name: 'Play' })
        await play.waitFor()
        await expect.poll(() => fullScreen(page).locator('video').evaluateAll(areRunning)).toEqual([false])
        // A narrow clip is between its text and its actions. A wider one has its text on it.
        const clipWidth = (viewport.height * 9) / 16
        const left = (viewport.width - clipWidth) / 2
        const name = (await shown.getByText('The touched').boundingBox())!
        if (viewport.height < 560) expect(name.x + name.width).toBeLessThan(left)
        else expect(name.x).toBeGreaterThan(left)
        const like = (await shown.getByRole('button', { name: /^Like/ }).boundingBox())!
        expect(like.x).toBeCloseTo(left + clipWidth + 16, 0)
        await turnWhite(shown)
        const column = await greysBeside(page)
        for (const text of await shown.getByText(/Bright|The touch/).all()) {
          const { y, height } = (await text.boundingBox())!
          const lightest = Math.max(...column.slice(Math.floor(y), Math.ceil(y + height)))
          expect(contrastWithWhite(lightest), await text.innerText()).toBeGreaterThanOrEqual(4.5)
        }
        expect(column[0]).toBe(255)
        expect(hardestEdge(column)).toBeLessThan(1)
        await play.tap()
        await playingSize(shown)
      })
    }
  })
})

test('beside a clip, a sheet stays open while the sound is turned on, and its tooltip leaves Post free', async ({
  page,
}) => {
  await signUpQuickly(page, 'tipped')
  const { id } = await publishQuickly(page, { title: 'Tipped' })
  await page.goto(`/profile/tipped?view=${id}&sheet=comments`)
  const sheet = page.getByRole('dialog', { name: 'Comments' })
  await expect(sheet.getByRole('textbox', { name: 'Add a comment' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused()
  const tip = (await page.locator('.tooltip', { hasText: 'Close' }).boundingBox())!
  const post = (await sheet.getByRole('button', { name: 'Post' }).boundingBox())!
  const isBeside = tip.x + tip.width <= post.x || tip.x >= post.x + post.width
  expect(isBeside || tip.y + tip.height <= post.y || tip.y >= post.y + post.height).toBe(true)
  // Found by its label: the open sheet hides the view from the accessibility tree.
  await page.getByLabel('Unmute', { exact: true }).click()
  await expect(page.getByLabel('Mute', { exact: true })).toBeVisible()
  await expect(sheet).toBeVisible()
})

test('the full-screen view can be controlled by keyboard @deep', async ({ page }) => {
  await openWallOf(page, 'typist', ['Typed one', 'Typed two', 'Typed three'])
  await expect(card(page, 'Typed one')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Watch full screen' })).toHaveCount(0)
  const href = await card(page, 'Typed one').getByRole('link').first().getAttribute('href')
  await page.goto(`/profile/typist?view=${href!.split('/').at(-1)}`)
  await playingSize(slide(page, 'Typed one'))
  // The keys are sent together, because a key that arrives over 0.6 s after another does not continue its movement.
  await Promise.all([page.keyboard.press('ArrowDown'), page.keyboard.press('j')])
  await expect(slide(page, 'Typed three')).toBeInViewport({ ratio: 0.95 })
  await page.keyboard.press('PageUp')
  await expect(slide(page, 'Typed two')).toBeInViewport({ ratio: 0.95 })
  // The keys of the menu and of its dialogs do not change the clip.
  const more = slide(page, 'Typed two').getByRole('button', { name: 'More', exact: true })
  await more.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Remix' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  // The menu moves its focus only after the key's event. A second key sent at once would reach the first entry.
  await expect(page.getByRole('menuitem', { name: 'Embed' })).toBeFocused()
  await page.keyboard.press('Enter')
  const embed = page.getByRole('dialog', { name: 'Embed this video' })
  await expect(embed.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('PageDown')
  // Escape would not do: until Radix has rendered again, it closes the view instead of the dialog.
  await embed.getByRole('button', { name: 'Close' }).click()
  await expect(embed).toBeHidden()
  await expect(more).toBeFocused()
  await expect(slide(page, 'Typed two')).toBeInViewport({ ratio: 0.95 })
  await page.keyboard.press('m')
  await expect(page.getByRole('button', { name: 'Mute', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(fullScreen(page)).toBeHidden()
  await expect(page).toHaveURL('/profile/typist')
})

function areRunning(videos: HTMLVideoElement[]): boolean[] {
  return videos.map(({ paused }) => !paused)
}

/** Makes a slide's picture white. */
async function turnWhite(shown: Locator): Promise<void> {
  await shown.evaluate((section) => {
    section.style.background = 'white'
    for (const picture of section.querySelectorAll<HTMLElement>(':scope > [aria-hidden], :scope > img, video')) {
      picture.style.visibility = 'hidden'
    }
  })
}

/** Returns the grey values (0 to 255) of a pixel column left of a slide's text, from top to bottom. */
async function greysBeside(page: Page): Promise<number[]> {
  const { height } = page.viewportSize()!
  const png = await page.screenshot({ clip: { x: 4, y: 70, width: 1, height: height - 70 } })
  const greys = await page.evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
      canvas.drawImage(picture, 0, 0)
      return [...canvas.getImageData(0, 0, 1, picture.height).data].filter((_, i) => i % 4 === 0)
    },
    [...png],
  )
  // The top 70 px contain the view's own buttons, so the screenshot leaves them out.
  return [...Array.from({ length: 70 }, () => 255), ...greys]
}

/** Returns the WCAG contrast of a grey with white. */
function contrastWithWhite(grey: number): number {
  return 1.05 / (((grey / 255 + 0.055) / 1.055) ** 2.4 + 0.05)
}

/** Returns the largest change in a gradient's slope within 16 px, in grey levels per pixel. */
function hardestEdge(greys: number[]): number {
  const bends = greys.slice(8, -8).map((grey, i) => Math.abs(greys[i]! - 2 * grey + greys[i + 16]!) / 8)
  return Math.max(...bends)
}
