import type { Page, Route } from '@playwright/test'
import { card, publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, inMotion, test } from '../support/test.ts'

test.use(inMotion)

const player = (page: Page) => page.locator('main video')
const time = (page: Page) => player(page).evaluate((video: HTMLVideoElement) => video.currentTime)
const refuse = (route: Route) => route.fulfill({ status: 429, json: { error: 'Too many', message: 'Too many' } })

/** The page of a clip that plays. */
async function openClip(page: Page, username: string, details: { prompt?: string; tags?: string } = {}) {
  await signUpQuickly(page, username)
  const title = `Clip of ${username}`
  const { id } = await publishQuickly(page, { title, toolUsed: 'google-veo-3', ...details })
  await page.goto(`/video/${id}`)
  await expect.poll(() => time(page)).toBeGreaterThan(0)
  return { id, title }
}

test('a video’s page shows what there is to know, and leads to its creator and back to the feed', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id, title } = await openClip(page, 'known', { prompt: 'A quiet sea', tags: 'sea, dusk' })
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page).toHaveTitle(`${title} · Reverie`)
  for (const text of ['Made with AI: Google Veo 3', 'A quiet sea', '#sea', '#dusk', 'Made for a test']) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(page.locator('main')).toContainText('1 view')
  await page.getByRole('button', { name: 'Copy prompt' }).click()
  await expect(page.getByText('Prompt copied!', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('A quiet sea')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied!', { exact: true })).toBeVisible()
  await expect(page.getByText('Video link has been copied to clipboard.', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(`/video/${id}`, page.url()).href)
  await page.getByRole('button', { name: 'Embed' }).click()
  await page.getByRole('dialog', { name: 'Embed this video' }).getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByText('Embed code copied!', { exact: true })).toBeVisible()
  const described = await page.request.get(`/oembed?url=${encodeURIComponent(page.url())}`)
  const { html } = (await described.json()) as { html: string }
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(html)
  await expect(page.getByRole('link', { name: /@known/ })).toHaveAttribute('href', '/profile/known')
  await page.getByRole('link', { name: 'Back to feed' }).click()
  await expect(page).toHaveURL('/')
})

test('opening a clip focuses its heading, from which Tab leads to the controls of the player', async ({ page }) => {
  const { title } = await openClip(page, 'tabber')
  await page.goto('/profile/tabber')
  await card(page, title).getByRole('link').first().press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
  await expect.poll(() => time(page)).toBeGreaterThan(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('group', { name: 'Player' }).locator(':focus')).toHaveCount(1)
})

test('a short window and a phone show the player with its controls above the bar, and a phone the like @deep', async ({
  page,
}) => {
  await openClip(page, 'lying')
  const frame = page.getByRole('group', { name: 'Player' })
  // Still, so that the controls stay.
  await page.keyboard.press('k')
  const controls = [
    frame.getByRole('slider', { name: 'Seek' }),
    frame.getByRole('button', { name: 'Unmute' }),
    frame.getByRole('button', { name: 'Full screen' }),
  ]
  const like = page.getByRole('button', { name: /^Like/ })
  for (const [width, height, seen] of [
    [844, 390, controls],
    [640, 400, controls],
    [360, 780, [...controls, like]],
    [320, 568, [...controls, like]],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const control of seen) await expect.poll(() => control.evaluate(isOnTop), `${width} × ${height}`).toBe(true)
  }
})

/** Whether nothing lies over the middle of an element, and it is within the window. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

test('a video that is not there says so', async ({ page }) => {
  await page.goto('/video/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Video not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Feed' }).click()
  await expect(page).toHaveURL('/')
})

test('the keys of the player, and none of them while typing or in a dialog', async ({ page }) => {
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
  // Once, not once as the button that has the focus and once as a shortcut.
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

test('a player that begins by itself says so before it has come, and is silent @deep', async ({ page }) => {
  await signUpQuickly(page, 'eager')
  const { id, videoUrl } = await publishQuickly(page, { title: 'On its way' })
  await page.route(`**${videoUrl}`, () => {})
  await page.goto(`/video/${id}`)
  const frame = page.getByRole('group', { name: 'Player' })
  await expect(frame).toBeVisible()
  // At once: not only when something else has the controls rendered anew.
  expect(await frame.getByRole('button', { name: 'Unmute' }).count()).toBe(1)
  // The mark that asks to be pressed.
  expect(await frame.locator('> span').count()).toBe(0)
})

test('sound that was turned on and the speed that was chosen stay for the visit @deep', async ({ page }) => {
  const { title } = await openClip(page, 'loud')
  await publishQuickly(page, { title: 'Second of loud' })
  await page.keyboard.press('m')
  await expect(player(page)).toHaveJSProperty('muted', false)
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1.5×')
  await page.getByRole('link', { name: /@loud/ }).click()
  await expect(card(page, title).locator('video')).toHaveJSProperty('muted', true)
  await card(page, title).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/video\//)
  await expect(player(page)).toHaveJSProperty('muted', false)
  await expect(player(page)).toHaveJSProperty('playbackRate', 1.5)
  await page.reload()
  await expect(player(page)).toHaveJSProperty('muted', true)
  await expect(player(page)).toHaveJSProperty('playbackRate', 1)
})

test('a like on the page stands at once, is asked for again, and is taken back if it fails @deep', async ({ page }) => {
  const { id } = await openClip(page, 'pageliker')
  const like = page.getByRole('button', { name: /^Like/ })
  const again = page.waitForRequest(
    (request) => request.method() === 'GET' && request.url().endsWith(`/api/videos/${id}`),
  )
  await like.click()
  await expect(like).toHaveAccessibleName('Like, 1 like')
  await again
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await page.route(/\/like$/, refuse)
  await like.click()
  await expect(page.getByText('Failed to update like status. Please try again.', { exact: true })).toBeVisible()
  await expect(like).toHaveAccessibleName('Like, 1 like')
})

test('an owner edits and deletes from the page; deleting goes back to the feed @deep', async ({ page }) => {
  const { title } = await openClip(page, 'pageowner')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Title').fill('Renamed here')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Renamed here' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Video deleted', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(card(page, title).or(card(page, 'Renamed here'))).toHaveCount(0)
})

test('a clip in preparation tells how far it is @deep', async ({ page }) => {
  await signUpQuickly(page, 'stages')
  const { id } = await publishQuickly(page, { title: 'In stages' })
  let state: object = { status: 'processing', stage: 'poster', thumbnailUrl: null, previewUrl: null }
  await page.route(`**/api/videos/${id}`, async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), ...state } })
  })
  await page.clock.install()
  await page.goto(`/video/${id}`)
  await expect(page.getByText('Published. Making the poster…', { exact: true })).toBeVisible()
  state = { status: 'processing', stage: 'preview', thumbnailUrl: `/objects/${id}`, previewUrl: null }
  await page.clock.fastForward(2_000)
  await expect(page.getByText('Poster ready. Making the preview…', { exact: true })).toBeVisible()
  state = { status: 'ready', stage: 'stream' }
  await page.clock.fastForward(2_000)
  await expect(page.getByText('On the wall. Making versions for slower connections…', { exact: true })).toBeVisible()
  state = { status: 'ready', stage: null }
  await page.clock.fastForward(4_000)
  await expect(page.getByText(/^On the wall\./)).toBeHidden()
})

test.describe('where posters and previews are made', () => {
  test.use({ rendering: true })

  test('a player that cannot load says so and can be tried again @deep', async ({ page }) => {
    await signUpQuickly(page, 'unloadable')
    const { id } = await publishQuickly(page, { title: 'Unloadable' })
    const status = async () =>
      ((await (await page.request.get(`/api/videos/${id}`)).json()) as { status: string }).status
    await expect.poll(status).toBe('ready')
    await page.route(/\/objects\//, (route) => route.fulfill({ status: 404 }))
    await page.goto(`/video/${id}`)
    await expect(page.getByText('Video unavailable', { exact: true })).toBeVisible()
    await page.unroute(/\/objects\//)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => time(page)).toBeGreaterThan(0)
  })
})

test('long words without a break leave the page as wide as the phone @deep', async ({ page }) => {
  await signUpQuickly(page, 'longwords')
  const { id: userId } = (await (await page.request.get('/api/user')).json()) as { id: string }
  await page.request.put(`/api/users/${userId}`, { data: { displayName: 'W'.repeat(100) } })
  const { id } = await publishQuickly(page, { title: 'T'.repeat(80), caption: 'C'.repeat(300), tags: 'g'.repeat(30) })
  await page.setViewportSize({ width: 360, height: 700 })
  await page.goto(`/video/${id}`)
  await expect(page.getByRole('link', { name: /@longwords/ })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
