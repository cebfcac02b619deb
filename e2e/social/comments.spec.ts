import type { Page, Route } from '@playwright/test'
import { card, publishQuickly, signIn, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** A person on the page of a clip of theirs. */
async function openOwnClip(page: Page, username: string) {
  await signUpQuickly(page, username)
  const { id } = await publishQuickly(page, { title: `Clip of ${username}` })
  await page.goto(`/video/${id}`)
  return id
}

const field = (page: Page) => page.getByLabel('Add a comment')
const list = (page: Page) => page.getByRole('region', { name: 'Comments' })
const post = (page: Page) => page.getByRole('button', { name: 'Post', exact: true })
const refuse = (route: Route) => route.fulfill({ status: 429, json: { error: 'Slow down', message: 'Slow down' } })

test('a comment stands in the list at once; Enter posts, Shift+Enter is a new line', async ({ page }) => {
  await openOwnClip(page, 'commenter')
  await expect(page.getByText('No comments yet. Be the first to comment!', { exact: true })).toBeVisible()
  await expect(post(page)).toBeDisabled()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/comments$/, async (route) => {
    await promise
    await route.continue()
  })
  await field(page).pressSequentially(' first line')
  await field(page).press('Shift+Enter')
  await field(page).pressSequentially('second')
  await field(page).press('Enter')
  await expect(list(page).getByText('first line\nsecond', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Posting...' })).toBeDisabled()
  await expect(page.getByRole('heading', { name: 'Comments 1' })).toBeVisible()
  await expect(field(page)).toHaveValue('')
  // Nothing can be done with it before the server knows it.
  await expect(list(page).getByRole('button')).toHaveCount(0)
  resolve()
  await expect(page.getByText('Comment added', { exact: true })).toBeVisible()
  await expect(page.getByText('Your comment has been posted.', { exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'The commenter: first line' })).toHaveCount(1)
  await expect(list(page).getByRole('time')).toHaveText('just now')
  await expect(list(page).getByRole('time')).toHaveAttribute('title', /\d{4}/)
})

test('a comment that is refused leaves the list, and its text comes back @deep', async ({ page }) => {
  await openOwnClip(page, 'refused')
  await page.route(/\/comments$/, (route) => (route.request().method() === 'POST' ? refuse(route) : route.continue()))
  await field(page).fill('Worth keeping')
  await post(page).click()
  await expect(page.getByText('Slow down', { exact: true })).toBeVisible()
  await expect(page.getByText('Error', { exact: true })).toBeVisible()
  await expect(field(page)).toHaveValue('Worth keeping')
  await expect(list(page).getByText('Worth keeping')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Comments 0' })).toBeVisible()

  await page.unroute(/\/comments$/)
  await page.route(/\/comments$/, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 418 }) : route.continue(),
  )
  await post(page).click()
  await expect(page.getByText('Failed to post comment. Please try again.', { exact: true })).toBeVisible()
})

test('a comment is neither empty nor longer than 500 characters @deep', async ({ page }) => {
  await openOwnClip(page, 'bounded')
  await field(page).fill('   ')
  await expect(post(page)).toBeDisabled()
  await field(page).press('Enter')
  await expect(page.getByText('Comment cannot be empty', { exact: true })).toBeVisible()
  await field(page).fill('x'.repeat(501))
  await expect(page.getByText('501/500', { exact: true })).toBeVisible()
  await post(page).click()
  await expect(page.getByText('Validation error', { exact: true })).toBeVisible()
  await expect(page.getByText('Comment must be 500 characters or less', { exact: true })).toBeVisible()
})

test('visitors read, see counts, and sign in to go on typing; nobody deletes a stranger’s comment', async ({
  page,
  browser,
  another,
}) => {
  const id = await openOwnClip(page, 'host')
  await page.request.post(`/api/videos/${id}/comments`, { data: { text: 'From the host' } })
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`/video/${id}`)
  await expect(list(visitor).getByText('From the host')).toBeVisible()
  // What they may do with it is to report it.
  await expect(list(visitor).getByRole('button')).toHaveCount(1)
  await expect(list(visitor).getByRole('button', { name: /^Report/ })).toBeVisible()
  await expect(list(visitor)).toContainText('0 likes')
  await expect(field(visitor)).toHaveCount(0)
  await visitor.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(visitor).toHaveURL(`/auth?next=${encodeURIComponent(`/video/${id}`)}`)

  await expect(visitor.getByRole('heading', { name: 'Log in to comment on this clip' })).toBeVisible()
  await another('guest')
  await signIn(visitor, 'guest')
  await expect(visitor).toHaveURL(`/video/${id}`)
  await expect(field(visitor)).toBeFocused()
  const like = list(visitor).getByRole('button', { name: /^Like/ })
  await like.click()
  await expect(like).toHaveAccessibleName('Like, 1 like')
  await expect(list(visitor).getByRole('button', { name: 'Delete comment' })).toHaveCount(0)
  await field(visitor).fill('From the guest')
  await field(visitor).press('Enter')
  await expect(visitor.getByText('Comment added', { exact: true })).toBeVisible()

  // The video's owner may remove it.
  await page.reload()
  await expect(list(page).getByRole('listitem')).toHaveCount(2)
  await expect(list(page).getByRole('listitem').first()).toContainText('From the guest')
  await list(page).getByRole('button', { name: 'Delete comment' }).first().click()
  await page.getByRole('alertdialog', { name: 'Delete comment' }).getByRole('button', { name: 'Delete' }).click()
  await expect(list(page).getByText('From the guest')).toHaveCount(0)
  await expect(list(page)).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Comments 1' })).toBeVisible()
  await visitor.context().close()
})

test('a like of a comment that fails is taken back and logged, without a word @deep', async ({ page }) => {
  const id = await openOwnClip(page, 'heartfelt')
  await page.request.post(`/api/videos/${id}/comments`, { data: { text: 'Liked in vain' } })
  await page.reload()
  await page.route(/\/api\/comments\/.*\/like$/, refuse)
  const like = list(page).getByRole('button', { name: /^Like/ })
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('A like of a comment'))
  await like.click()
  expect((await logged).type()).toBe('warning')
  await expect(like).toHaveAccessibleName('Like, 0 likes')
  await expect(page.getByText('Slow down')).toHaveCount(0)
})

test('a card loads its comments once, 15rem of them, and more on scrolling; a failure can be retried @deep', async ({
  page,
}) => {
  await signUpQuickly(page, 'talkative')
  const title = 'Clip of talkative'
  const { id } = await publishQuickly(page, { title })
  for (let i = 0; i < 52; i++) await page.request.post(`/api/videos/${id}/comments`, { data: { text: `Word ${i}.` } })
  const asked: string[] = []
  page.on('request', (request) => /\/api\/.*\/comments/.test(request.url()) && asked.push(request.url()))
  let failing = true
  await page.route(/\/api\/.*\/comments/, (route) => (failing ? refuse(route) : route.continue()))
  await page.goto('/profile/talkative')
  const details = card(page, title).getByRole('button', { name: 'Details' })
  expect(asked).toEqual([])
  await details.click()
  await expect(page.getByText('We couldn’t load the comments.')).toBeVisible()
  failing = false
  await card(page, title).getByRole('button', { name: 'Retry' }).click()
  await expect(list(page).getByRole('listitem').first()).toContainText('Word 51.')
  await expect(list(page).getByRole('listitem')).toHaveCount(50)
  expect((await list(page).boundingBox())!.height).toBe(240)

  await details.click()
  await expect(list(page)).toHaveCount(0)
  await details.click()
  await expect(list(page).getByRole('listitem')).toHaveCount(50)
  expect(asked).toHaveLength(2)

  await list(page).focus()
  await page.keyboard.press('End')
  await expect(list(page).getByRole('listitem')).toHaveCount(52)
  await expect(list(page).getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

test('a comment survives the end of the session, and the button leaves the focus in the box @deep', async ({
  page,
}) => {
  await openOwnClip(page, 'interrupted')
  await field(page).fill('Half a thought, and then the rest')
  await page.context().clearCookies()
  await post(page).click()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Email').fill('interrupted@example.org')
  await page.getByLabel('Password').fill('a good secret')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(field(page)).toHaveValue('Half a thought, and then the rest')
  await post(page).click()
  await expect(list(page).getByText('Half a thought, and then the rest', { exact: true })).toBeVisible()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
})

test('a comment that is posted before the list has come stands in it @deep', async ({ page }) => {
  await signUpQuickly(page, 'quickposter')
  const { id } = await publishQuickly(page, { title: 'Commented at once' })
  const read = Promise.withResolvers<void>()
  const posted = Promise.withResolvers<void>()
  let isFirst = true
  await page.route('**/comments', async (route) => {
    if (route.request().method() !== 'GET' || !isFirst) return route.continue()
    isFirst = false
    const response = await route.fetch()
    read.resolve()
    await posted.promise
    // The page may not wait for it any more.
    await route.fulfill({ response }).catch(() => undefined)
  })
  await page.goto(`/video/${id}`)
  await read.promise
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('First')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Comment added', { exact: true })).toBeVisible()
  posted.resolve()
  await expect(page.getByRole('region', { name: 'Comments' }).getByRole('listitem')).toContainText('First')
})
