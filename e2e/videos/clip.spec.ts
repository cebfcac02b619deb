import { readFile, writeFile } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import type { Video } from '../../contract/videos/videos.ts'
import { card, expectToast, lightClip, playingSize, publishQuickly, signIn, signUpQuickly } from '../support/people.ts'
import { expect, inMotion, test } from '../support/test.ts'

declare global {
  interface Window {
    shared?: ShareData | undefined
  }
}

test.use(inMotion)

/** A person with a clip, on their profile: a wall like the feed's, without its splash. */
async function openOwnCard(page: Page, username: string, title = `Clip of ${username}`) {
  await signUpQuickly(page, username)
  const { id } = await publishQuickly(page, { title, caption: 'Once', tags: 'dawn, window', toolUsed: 'google-veo-3' })
  await page.goto(`/profile/${username}`)
  await expect(card(page, title)).toBeVisible()
  return { id, title, shown: card(page, title) }
}

/** The feed, reached within the app: without its splash. */
async function openFeed(page: Page) {
  await page.goto('/nothing-here')
  await page.getByRole('link', { name: 'Feed', exact: true }).click()
}

/** Holds calls until `release`, to see what the page does before the server has answered. */
async function hold(page: Page, url: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Waits until the poster and the preview of a clip exist. */
async function untilReady(page: Page, id: string) {
  const status = async () => ((await (await page.request.get(`/api/videos/${id}`)).json()) as { status: string }).status
  await expect.poll(status).toBe('ready')
}

const refuse = (route: Route) => route.fulfill({ status: 429, json: { error: 'Too many', message: 'Too many' } })

test('a card shows its clip and opens it; edit and delete are its owner’s only', async ({ page, browser }) => {
  const { id, title, shown } = await openOwnCard(page, 'cardowner')
  await expect(shown.getByRole('heading', { level: 2, name: title })).toBeVisible()
  await expect(shown.getByRole('link', { name: 'The cardowner' })).toHaveAttribute('href', '/profile/cardowner')
  await expect(shown).toContainText('Length: 0:03')
  await expect(shown).toContainText('0 comments')
  for (const name of ['Edit', 'Delete', 'Share', 'Details']) {
    await expect(shown.getByRole('button', { name, exact: true })).toBeVisible()
  }
  await expect(shown.getByRole('button', { name: 'Report' })).toHaveCount(0)
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/profile/cardowner')
  const theirs = card(visitor, title)
  await expect(theirs.getByRole('button', { name: 'Report' })).toBeVisible()
  await expect(theirs.getByRole('button', { name: /Edit|Delete/ })).toHaveCount(0)

  await theirs.getByRole('button', { name: 'Details' }).click()
  for (const text of ['Once', '#dawn', '#window', 'No comments yet. Be the first to comment!']) {
    await expect(theirs.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(theirs.getByText('Google Veo 3')).toHaveCount(2)
  await theirs.getByRole('link').first().click()
  await expect(visitor).toHaveURL(`/video/${id}`)
  await visitor.context().close()
})

test('a like stands at once, quick taps end right, and a failure takes it back with a word', async ({ page }) => {
  const { shown } = await openOwnCard(page, 'liker')
  const like = shown.getByRole('button', { name: /^Like/ })
  const release = await hold(page, /\/like$/)
  await like.click()
  await expect(like).toHaveAccessibleName('Like, 1 like')
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await like.click()
  await expect(like).toHaveAccessibleName('Like, 0 likes')
  const unliked = page.waitForResponse((reply) => reply.request().method() === 'DELETE')
  release()
  expect((await unliked).ok()).toBe(true)
  await expect(like).toHaveAttribute('aria-pressed', 'false')

  await page.unroute(/\/like$/)
  await page.route(/\/like$/, refuse)
  await like.click()
  await expect(page.getByText('Failed to update like status. Please try again.', { exact: true })).toBeVisible()
  await expect(like).toHaveAccessibleName('Like, 0 likes')
})

test('a like that fails on the feed is taken back and logged, without a word @deep', async ({ page }) => {
  const title = 'Liked on the feed'
  await signUpQuickly(page, 'feedliker')
  await publishQuickly(page, { title })
  await openFeed(page)
  const like = card(page, title).getByRole('button', { name: /^Like/ })
  await page.route(/\/like$/, refuse)
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('A like was not saved.'))
  await like.click()
  expect((await logged).type()).toBe('warning')
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText(/Failed to update like/)).toHaveCount(0)
})

test('a visitor’s like asks to sign in: by a toast on a profile, on /auth from the feed, which gives it once and comes back @deep', async ({
  page,
  another,
}) => {
  await another('admirer')
  const { title } = await openOwnCard(page, 'admired')
  await page.context().clearCookies()
  const calls: string[] = []
  page.on('request', (request) => request.url().endsWith('/like') && calls.push(request.method()))
  await page.goto('/profile/admired')
  const like = card(page, title).getByRole('button', { name: /^Like/ })
  await like.click()
  await expectToast(page, 'Sign in required', 'Please sign in to like videos.')
  await page.getByRole('link', { name: 'Feed', exact: true }).click()
  await like.scrollIntoViewIfNeeded()
  const place = await like.boundingBox()
  await like.click()
  await expect(page).toHaveURL('/auth?next=%2F')
  await expect(page.getByRole('heading', { level: 1, name: 'Log in to like this clip' })).toBeVisible()
  expect(calls).toEqual([])

  await page.reload()
  await signIn(page, 'admirer')
  await expect(page).toHaveURL('/')
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(like).toHaveAccessibleName('Like, 1 like')
  await expect.poll(async () => (await like.boundingBox())!.y).toBeCloseTo(place!.y, -0.5)
  await page.reload()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  expect(calls).toEqual(['POST'])
})

test('what a visitor did not sign in for is not done later @deep', async ({ page, another }) => {
  await another('undecided')
  const { title } = await openOwnCard(page, 'considered')
  await page.context().clearCookies()
  await openFeed(page)
  await card(page, title).getByRole('button', { name: /^Like/ }).click()
  await expect(page.getByRole('heading', { name: 'Log in to like this clip' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Sign in/Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Good to see you again' })).toBeVisible()
  await signIn(page, 'undecided')
  await expect(page).toHaveURL('/')
  await expect(card(page, title).getByRole('button', { name: 'Like, 0 likes' })).toBeVisible()
})

test('a like that fails after signing in says so, and signing in has worked @deep', async ({ page, another }) => {
  await another('unluckyfan')
  const { id } = await openOwnCard(page, 'unreached')
  await page.context().clearCookies()
  await page.goto(`/video/${id}`)
  await page.getByRole('button', { name: /^Like/ }).click()
  await page.route(/\/like$/, refuse)
  await signIn(page, 'unluckyfan')
  await expectToast(page, 'Failed to update like status. Please try again.')
  await expect(page).toHaveURL(`/video/${id}`)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Like, 0 likes' })).toBeVisible()
})

test('the first play counts one view a visit, at once, and is taken back if that fails', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => request.url().endsWith('/view') && calls.push(request.url()))
  const { id, title, shown } = await openOwnCard(page, 'viewed')
  // Other tests' walls may play it as well.
  await expect(shown).toContainText(/[1-9]\d* views?/)
  await shown.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.locator('main video')).toHaveJSProperty('paused', false)
  await page.getByRole('link', { name: 'Back to profile' }).click()
  await expect(page).toHaveURL('/profile/viewed')
  expect(calls).toHaveLength(1)

  await page.route(/\/view$/, refuse)
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('A view was not counted.'))
  await page.goto('/profile/viewed')
  expect((await logged).type()).toBe('warning')
  const counted = async () => ((await (await page.request.get(`/api/videos/${id}`)).json()) as Video).viewsCount
  const seen = async () => Number(/(\d+)\s+views?/.exec(await shown.innerText())?.[1])
  await expect.poll(async () => (await seen()) - (await counted())).toBeLessThanOrEqual(0)
})

test.describe('with its poster and preview', () => {
  test.use({ rendering: true })

  test('a clip that does not load says so and is reported once; when the server hides it, its card goes @deep', async ({
    page,
  }) => {
    const { id, title, shown } = await openOwnCard(page, 'broken')
    await untilReady(page, id)
    const reports: string[] = []
    page.on('request', (request) => request.url().endsWith('/report-broken') && reports.push(request.url()))
    await page.route(/\/objects\//, (route) =>
      route.request().resourceType() === 'media' ? route.fulfill({ status: 404 }) : route.continue(),
    )
    const told = page.waitForResponse(/\/report-broken$/)
    await page.goto('/profile/broken')
    await expect(shown.getByText('Video unavailable', { exact: true })).toBeVisible()
    expect(await (await told).json()).toEqual({ hidden: false, alreadyHidden: false })
    // Its page fails as well, within the same visit.
    await shown.getByRole('link').first().click()
    await expect(page.locator('main').getByText('Video unavailable', { exact: true })).toBeVisible()
    expect(reports).toHaveLength(1)

    await page.route(/\/report-broken$/, (route) => route.fulfill({ json: { hidden: true, alreadyHidden: false } }))
    await page.goto('/profile/broken')
    await expect(page.getByRole('heading', { level: 1, name: 'The broken' })).toBeVisible()
    await expect(card(page, title)).toHaveCount(0)
  })
})

test('a fresh clip says that it is being prepared; a small file plays at once, a large one is not loaded @deep', async ({
  page,
}, testInfo) => {
  await signUpQuickly(page, 'fresh')
  await publishQuickly(page, { title: 'Small and fresh' })
  // With a box of nothing at its end, which players skip.
  const largeClip = testInfo.outputPath('large.mp4')
  const nothing = Buffer.alloc(8_000_000)
  nothing.writeUInt32BE(nothing.length)
  nothing.write('free', 4, 'latin1')
  await writeFile(largeClip, Buffer.concat([await readFile(lightClip()), nothing]))
  const { videoUrl } = await publishQuickly(page, { title: 'Large and fresh', file: largeClip })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/profile/fresh')
  await playingSize(card(page, 'Small and fresh'))
  for (const title of ['Small and fresh', 'Large and fresh']) {
    await expect(card(page, title).getByText('Being prepared', { exact: true })).toBeVisible()
  }
  await card(page, 'Large and fresh').hover()
  await expect(card(page, 'Large and fresh').locator('video')).toHaveCount(0)
  expect(asked).not.toContain(videoUrl)
})

test('a clip in preparation that cannot be played here is not broken @deep', async ({ page }) => {
  await signUpQuickly(page, 'unfinished')
  await publishQuickly(page, { title: 'Unfinished' })
  const reports: string[] = []
  page.on('request', (request) => request.url().endsWith('/report-broken') && reports.push(request.url()))
  await page.route(/\/objects\//, (route) => route.fulfill({ status: 404 }))
  await page.route(/\/api\/videos\//, async (route) => {
    const reply = await route.fetch()
    const text = await reply.text()
    await route.fulfill({
      response: reply,
      body: text
        .replaceAll(/"status":"\w+"/g, '"status":"processing"')
        .replaceAll(/"previewUrl":"[^"]+"/g, '"previewUrl":null'),
    })
  })
  await page.goto('/profile/unfinished')
  await expect(card(page, 'Unfinished').getByText('Being prepared', { exact: true })).toBeVisible()
  expect(reports).toEqual([])
})

test('a visitor reports a clip; a failure keeps what was typed @deep', async ({ page }) => {
  const { title } = await openOwnCard(page, 'reported')
  await page.context().clearCookies()
  await page.goto('/profile/reported')
  const button = card(page, title).getByRole('button', { name: 'Report' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Report this video' })
  await expect(dialog.getByRole('radio')).toHaveCount(6)
  await expect(dialog.getByLabel('Real video / Not AI')).toBeChecked()
  await dialog.getByLabel('Other', { exact: true }).check()
  await dialog.getByRole('button', { name: 'Submit report' }).click()
  await expect(page.getByText('Validation error', { exact: true })).toBeVisible()
  await expect(dialog.getByText("Please describe the issue when selecting 'Other'")).toBeVisible()
  const text = dialog.getByLabel('What is the issue?')
  await expect(text).toBeFocused()
  await text.fill('just jokes, k?')

  await page.mouse.click(5, 5)
  await dialog.getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(text).toHaveValue('just jokes, k?')
  // Backwards from the chosen radio, which is not the first, the way goes round to the dialog's last control.
  await dialog.getByLabel('Other', { exact: true }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()

  await page.route(/\/report$/, refuse)
  await dialog.getByRole('button', { name: 'Submit report' }).click()
  await expect(page.getByText('Failed to submit report. Please try again.', { exact: true })).toBeVisible()
  await expect(text).toHaveValue('just jokes, k?')

  await page.unroute(/\/report$/)
  const release = await hold(page, /\/report$/)
  await dialog.getByRole('button', { name: 'Submit report' }).click()
  await expect(dialog.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  release()
  await expect(page.getByText("Thanks, we've received your report.", { exact: true })).toBeVisible()
  await expect(page.getByText("We'll review this content shortly.", { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})

test('over a slow network the page of a clip stands at once with what its card had, and the rest moves nothing @deep', async ({
  page,
}) => {
  const { title, shown } = await openOwnCard(page, 'tapped')
  await expect(shown.getByRole('link').first()).toBeVisible()
  const release = await hold(page, /\/assets\/|\/api\/videos\/[^/]+$/)
  await shown.getByRole('link').first().click()
  const main = page.getByRole('main')
  const heading = main.getByRole('heading', { level: 1, name: title })
  await expect(heading).toBeVisible()
  const creator = main.getByRole('link', { name: /The tapped/ })
  const like = main.getByRole('button', { name: /^Like, \d/ })
  const tool = main.getByRole('link', { name: 'Made with AI: Google Veo 3' })
  const stands = [heading, creator, like, tool, main.getByText(/\d views?$/)]
  const places = () => Promise.all(stands.map((part) => part.boundingBox()))
  const before = await places()
  await expect(main.getByRole('heading', { name: /^Comments/ })).toHaveCount(0)
  release()
  await expect(main.getByRole('heading', { name: /^Comments/ })).toBeVisible()
  await expect(main.getByRole('group', { name: 'Player' })).toBeVisible()
  expect(await places()).toEqual(before)
})

test('an owner edits: only what changed is sent, an emptied field as null, and a failure keeps what was typed', async ({
  page,
}) => {
  const { title, shown } = await openOwnCard(page, 'editor')
  await shown.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit video' })
  await expect(dialog.getByText(`${title.length}/80`)).toBeVisible()
  await dialog.getByLabel('Title').fill(' ')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Validation error', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await dialog.getByLabel('Title').fill('Another name')
  await dialog.getByLabel('Caption').fill('')
  await dialog.getByLabel('AI tool').selectOption('Pika Labs')

  await page.route(/\/api\/videos\/[^/]+$/, (route) =>
    route.request().method() === 'PATCH' ? refuse(route) : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Failed to update video. Please try again.', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('Another name')
  await page.unroute(/\/api\/videos\/[^/]+$/)

  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  expect((await sent).postDataJSON()).toEqual({ title: 'Another name', caption: null, toolUsed: 'pika-labs' })
  await expect(page.getByText('Video updated', { exact: true })).toBeVisible()
  await expect(card(page, 'Another name').getByText('Pika Labs')).toBeVisible()
})

test('an owner deletes, after a question', async ({ page }) => {
  const { id, shown } = await openOwnCard(page, 'deleter')
  await publishQuickly(page, { title: 'Stays' })
  await page.reload()
  await shown.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Are you sure you want to delete this video? This action cannot be undone.')
  await page.route(/\/api\/videos\/[^/]+$/, (route) =>
    route.request().method() === 'DELETE' ? refuse(route) : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete video. Please try again.', { exact: true })).toBeVisible()
  await page.unroute(/\/api\/videos\/[^/]+$/)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Video deleted', { exact: true })).toBeVisible()
  await expect(shown).toHaveCount(0)
  await expect(card(page, 'Stays').getByRole('link').first()).toBeFocused()
  expect((await page.request.get(`/api/videos/${id}`)).status()).toBe(404)
})

test('sharing copies the link; where that fails, the address is shown @deep', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id, shown } = await openOwnCard(page, 'sharer')
  await shown.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Video link copied!', { exact: true })).toBeVisible()
  await expect(page.getByText('The video URL has been copied to your clipboard.', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(`/video/${id}`, page.url()).href)

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('blocked'))
  })
  await shown.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Share video', { exact: true })).toBeVisible()
  await expect(page.getByText(new URL(`/video/${id}`, page.url()).href, { exact: true })).toBeVisible()
})

test('sharing offers the device’s sheet a text that names the tool; closing it does nothing @deep', async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.canShare = () => true
    navigator.share = (what) => {
      window.shared = what
      return Promise.reject(new DOMException('closed', 'AbortError'))
    }
  })
  const { title, shown } = await openOwnCard(page, 'sheet')
  await shown.getByRole('button', { name: 'Share' }).click()
  await expect.poll(() => page.evaluate(() => window.shared?.text)).toContain('Google Veo 3')
  expect(await page.evaluate(() => window.shared?.title)).toBe(title)
  await expect(page.getByText(/copied/)).toHaveCount(0)
})
