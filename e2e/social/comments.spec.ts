import type { Page } from '@playwright/test'
import { expectToast, publishQuickly, signIn, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** Signs up, publishes a clip and opens its page. Returns the clip's id. */
async function openOwnClip(page: Page, username: string) {
  await signUpQuickly(page, username)
  const { id } = await publishQuickly(page, { title: `Clip of ${username}` })
  await page.goto(`/video/${id}`)
  return id
}

const field = (page: Page) => page.getByLabel('Add a comment')
const list = (page: Page) => page.getByRole('region', { name: 'Comments' })

test('a draft survives sign-in and an expired session, and owners can delete comments', async ({
  page,
  browser,
  another,
}) => {
  const id = await openOwnClip(page, 'host')
  await page.request.post(`/api/videos/${id}/comments`, { data: { text: 'From the host' } })
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`/video/${id}`)
  await expect(list(visitor).getByText('From the host')).toBeVisible()
  await visitor.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(visitor).toHaveURL(`/auth?next=${encodeURIComponent(`/video/${id}`)}`)

  await expect(visitor.getByRole('heading', { name: 'Sign in to comment on this clip' })).toBeVisible()
  await another('guest')
  await signIn(visitor, 'guest')
  await expect(visitor).toHaveURL(`/video/${id}`)
  await expect(field(visitor)).toBeFocused()
  const like = list(visitor).getByRole('button', { name: /^Like/ })
  await like.click()
  await expect(like).toHaveAccessibleName('Like, 1 like')
  await expect(list(visitor).getByRole('button', { name: 'Delete comment' })).toHaveCount(0)
  // The session expires: the refused comment shows a toast, and signing in again restores the draft.
  await visitor.context().clearCookies()
  await field(visitor).fill('From the guest')
  await field(visitor).press('Enter')
  await expectToast(visitor, 'You have been signed out', 'Sign in again to continue where you left off.')
  await expect(visitor.getByRole('banner').getByRole('link', { name: 'Sign in/Sign up' })).toBeVisible()
  await list(visitor).locator('..').getByRole('link', { name: 'Sign in', exact: true }).click()
  await signIn(visitor, 'guest')
  await expect(field(visitor)).toHaveValue('From the guest')
  await visitor.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(visitor.getByText('Comment added', { exact: true })).toBeVisible()
  await expect(field(visitor)).toBeFocused()
  await expect(field(visitor)).toHaveValue('')

  // The owner of the video can delete the comment.
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

test('a comment that is being sent or deleted moves nothing on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const id = await openOwnClip(page, 'thumbs')
  const sent = Promise.withResolvers<void>()
  await page.route(`/api/videos/${id}/comments`, async (route) => {
    if (route.request().method() === 'POST') await sent.promise
    await route.continue()
  })
  await field(page).fill('From a phone')
  const size = async () => {
    const { width, height } = (await field(page).boundingBox())!
    return { width, height }
  }
  const typed = await size()
  await field(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toHaveAttribute('aria-busy', 'true')
  expect(await size()).toEqual(typed)
  sent.resolve()
  await expect(page.getByText('Comment added', { exact: true })).toBeVisible()
  expect(await size()).toEqual(typed)

  const deleted = Promise.withResolvers<void>()
  await page.route('/api/comments/*', (route) => deleted.promise.then(() => route.continue()))
  await list(page).getByRole('button', { name: 'Delete comment' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete comment' })
  const places = () => dialog.getByRole('button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))
  await expect(dialog).toBeVisible()
  const before = await places()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.locator('[aria-busy]')).toBeVisible()
  expect(await places()).toEqual(before)
  deleted.resolve()
  await expect(dialog).toHaveCount(0)
})
