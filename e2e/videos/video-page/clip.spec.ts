import type { Page, Route } from '@playwright/test'
import { topOf } from '../../support/layout.ts'
import {
  card,
  expectToast,
  playingSize,
  publishQuickly,
  showOnlyClipsOf,
  signIn,
  signUpQuickly,
} from '../../support/people.ts'
import { expect, inMotion, test } from '../../support/test.ts'

test.use(inMotion)

/** Signs up, publishes a clip and opens the profile. Its wall works like the feed but has no splash. */
async function openOwnCard(page: Page, username: string, title = `Clip of ${username}`) {
  await signUpQuickly(page, username)
  const { id } = await publishQuickly(page, { title, caption: 'Once', tags: 'dawn, window', toolUsed: 'google-veo-3' })
  await page.goto(`/profile/${username}`)
  await expect(card(page, title)).toBeVisible()
  return { id, title, shown: card(page, title) }
}

/** Opens the feed from within the app, which shows no splash. */
async function openFeed(page: Page) {
  await page.goto('/nothing-here')
  await page.getByRole('link', { name: 'Feed', exact: true }).click()
}

/** Holds calls until the returned function is called, to show what the page does before the server has responded. */
async function hold(page: Page, url: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const refuse = (route: Route) => route.fulfill({ status: 429, json: { error: 'Too many', message: 'Too many' } })

test('a visitor opens and reports a clip, and its owner edits and deletes it', async ({ page, browser }) => {
  const { id, title, shown } = await openOwnCard(page, 'cardowner')
  const views: string[] = []
  page.on('request', (request) => request.url().endsWith('/view') && views.push(request.url()))

  await test.step('a visitor opens the clip’s details, reports the clip and opens its page', async () => {
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto('/profile/cardowner')
    const theirs = card(visitor, title)
    await expect(theirs.getByRole('heading', { level: 2, name: title })).toBeVisible()
    await expect(theirs.getByRole('link', { name: 'The cardowner' })).toHaveAttribute('href', '/profile/cardowner')
    await expect(theirs).toContainText('Length: 0:03')
    await expect(theirs).toContainText('0 comments')
    await theirs.getByRole('button', { name: 'Details' }).click()
    for (const text of ['Once', '#dawn', '#window', 'No comments yet. Be the first to comment!']) {
      await expect(theirs.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(theirs.getByText('Google Veo 3')).toHaveCount(2)

    const report = theirs.getByRole('button', { name: 'Report' })
    await report.click()
    const dialog = visitor.getByRole('dialog', { name: 'Report this video' })
    await dialog.getByLabel('Other', { exact: true }).check()
    await dialog.getByLabel('What is the issue?').fill('just jokes')
    // A click outside of the dialog does not close a dialog that contains text.
    await visitor.mouse.click(5, 5)
    // Shift+Tab wraps from the chosen radio to the dialog's last control, although that radio is not the first.
    await dialog.getByLabel('Other', { exact: true }).focus()
    await visitor.keyboard.press('Shift+Tab')
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Submit report' }).click()
    await expectToast(visitor, "Thanks, we've received your report.")
    await expect(dialog).toBeHidden()
    await expect(report).toBeFocused()

    await theirs.getByRole('link').first().click()
    await expect(visitor).toHaveURL(`/video/${id}`)
    await visitor.context().close()
  })

  await test.step('a visit counts one view, whether on the card or on the page', async () => {
    // The walls of other tests may play this clip as well, so there may be more than one view.
    await expect(shown).toContainText(/[1-9]\d* views?/)
    views.length = 0
    const release = await hold(page, /\/assets\/player/)
    await page.reload()
    await playingSize(shown)
    await shown.getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    // The picture of the card moves on while the player is loading.
    const stage = page.locator('[data-shape]')
    const time = () => stage.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
    const before = await time()
    await expect.poll(time).not.toBe(before)
    release()
    await playingSize(page.getByRole('group', { name: 'Player' }))
    await expect(stage.locator('video')).toHaveCount(1)
    await page.getByRole('link', { name: 'Back to profile' }).click()
    await expect(page).toHaveURL('/profile/cardowner')
    await playingSize(shown)
    expect(views).toHaveLength(1)
  })

  await test.step('the owner edits the clip on its card', async () => {
    await shown.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit video' })
    await dialog.getByLabel('Title').fill('Another name')
    await dialog.getByLabel('AI tool').selectOption('Pika Labs')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Video updated')
    await expect(card(page, 'Another name').getByText('Pika Labs')).toBeVisible()
  })

  await test.step('the owner edits and deletes the clip on its page', async () => {
    await card(page, 'Another name').getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Another name' })).toBeVisible()
    // During the transition, both the card and the page have this button.
    const edit = page.getByRole('button', { name: 'Edit' })
    await expect(edit).toHaveCount(1)
    await edit.click()
    await page.getByLabel('Title').fill('Renamed here')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Renamed here' })).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Video deleted')
    await expect(page).toHaveURL('/')
    await expect(card(page, 'Renamed here')).toHaveCount(0)
    expect((await page.request.get(`/api/videos/${id}`)).status()).toBe(404)
  })
})

test('a visitor’s like is applied once after sign-in, and never later @deep', async ({ page, another }) => {
  for (const username of ['admirer', 'undecided', 'unluckyfan']) await another(username)
  const { id, title } = await openOwnCard(page, 'admired')
  const like = card(page, title).getByRole('button', { name: /^Like/ })
  const calls: string[] = []
  page.on('request', (request) => request.url().endsWith('/like') && calls.push(request.method()))
  await showOnlyClipsOf(page, 'admired')

  await test.step('a visitor who goes back before signing in does not like the clip', async () => {
    await page.context().clearCookies()
    await openFeed(page)
    await like.click()
    await expect(page.getByRole('heading', { name: 'Sign in to like this clip' })).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: 'Sign in/Sign up' }).click()
    await expect(page.getByRole('heading', { name: 'Good to see you again' })).toBeVisible()
    await signIn(page, 'undecided')
    await expect(page).toHaveURL('/')
    await expect(like).toHaveAccessibleName('Like, 0 likes')
    expect(calls).toEqual([])
  })

  await test.step('a like that fails after sign-in is reported, and the sign-in succeeds', async () => {
    await page.context().clearCookies()
    await page.goto(`/video/${id}`)
    await page.getByRole('button', { name: /^Like/ }).click()
    await page.route(/\/like$/, refuse)
    await signIn(page, 'unluckyfan')
    await expectToast(page, 'Too many')
    await expect(page).toHaveURL(`/video/${id}`)
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Like, 0 likes' })).toBeVisible()
    await page.unroute(/\/like$/)
    calls.length = 0
  })

  await test.step('the like is applied once, and sign-in returns to the same place', async () => {
    await page.context().clearCookies()
    await openFeed(page)
    await like.scrollIntoViewIfNeeded()
    const place = await topOf(like)
    await like.click()
    await expect(page).toHaveURL('/auth?next=%2F')
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in to like this clip' })).toBeVisible()
    expect(calls).toEqual([])
    await page.reload()
    await signIn(page, 'admirer')
    await expect(page).toHaveURL('/')
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await expect(like).toHaveAccessibleName('Like, 1 like')
    await expect.poll(() => topOf(like)).toBeCloseTo(place, -0.5)
    await page.reload()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    expect(calls).toEqual(['POST'])
  })
})

test('over a slow network a clip’s page shows its card’s data without shifts @deep', async ({ page }) => {
  const { title, shown } = await openOwnCard(page, 'tapped')
  // Waits until the view is counted. A later change of the number would change the width of its text.
  await expect(shown).toContainText(/[1-9]\d* views?/)
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
