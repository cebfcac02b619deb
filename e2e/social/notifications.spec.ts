import type { Page } from '@playwright/test'
import { topOf } from '../support/layout.ts'
import { publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, type Person, test } from '../support/test.ts'

test('follows, likes and comments cause notifications at once, with links', async ({ page, context, another }) => {
  const streams: Page[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/stream')) streams.push(request.frame().page())
  })
  const ownerId = await signUpQuickly(page, 'belowner')
  const { id: videoId } = await publishQuickly(page, { title: 'Told about' })
  await page.goto('/about')
  await bell(page).click()
  await expect(panel(page).getByText('No notifications yet')).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)

  const fan = await another('belfan')
  await post(fan, `/api/users/${ownerId}/follow`)
  await expect(panel(page).getByRole('link', { name: /The belfan started following you/ })).toBeVisible()
  await post(fan, `/api/videos/${videoId}/like`)
  await post(fan, `/api/videos/${videoId}/comments`, { text: 'Lovely' })
  const items = panel(page).getByRole('listitem')
  await expect(items).toHaveText([
    /commented on your video.*Told about/,
    /liked your video.*Told about/,
    /started following you/,
  ])
  await expect(items.first()).toContainText('just now')
  await expect(page.getByRole('button', { name: 'Notifications, 3 unread', includeHidden: true })).toHaveText('3')

  // The panel may be reopened before the server has stored that the notification was read.
  const { promise: known, resolve: letKnow } = Promise.withResolvers<void>()
  await page.route(/\/read$/, (route) => known.then(() => route.continue()))
  await items.first().getByRole('link').click()
  await expect(page).toHaveURL(`/video/${videoId}`)
  await expect(panel(page)).toHaveCount(0)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  const listed = page.waitForResponse((reply) => /notifications(\?|$)/.test(reply.url()))
  await bell(page).click()
  await listed
  letKnow()
  await expect(items.first().getByText('Unread')).toHaveCount(0)
  await items.nth(2).getByRole('link').click()
  await expect(page).toHaveURL('/profile/belfan')

  await bell(page).press('Enter')
  const mark = panel(page).getByRole('button', { name: 'Mark all as read' })
  await expect(mark).toBeFocused()
  for (const link of await panel(page).getByRole('link').all()) {
    await page.keyboard.press('Tab')
    await expect(link).toBeFocused()
  }
  await mark.click()
  await expect(panel(page).getByText('Unread')).toHaveCount(0)
  await expect(panel(page).getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(bell(page)).toBeFocused()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect.poll(() => unread(page)).toBe(0)

  await test.step('two tabs share one stream, and the second takes over when one closes', async () => {
    const other = await context.newPage()
    await other.goto('/about')
    await expect(bell(other)).toBeVisible()
    await post(await another('beltabsfan'), `/api/users/${ownerId}/follow`)
    for (const tab of [page, other]) await expect(bell(tab)).toHaveText('1')
    expect(streams).toEqual([page])
    await page.close()
    await expect.poll(() => streams).toEqual([page, other])
  })
})

function bell(page: Page) {
  return page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
}

function panel(page: Page) {
  return page.getByRole('dialog', { name: 'Notifications' })
}

test('the notification of a comment opens the clip at the comment', async ({ page, another }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signUpQuickly(page, 'atowner')
  const { id: videoId } = await publishQuickly(page, { title: 'With comments', caption: 'A long caption. '.repeat(20) })
  const fan = await another('atfan')
  for (const text of ['First', 'Second', 'Third', 'Fourth', 'Fifth'])
    await post(fan, `/api/videos/${videoId}/comments`, { text })
  await page.goto('/about')
  for (const [place, text] of [
    [0, 'Fifth'],
    // On the same page, below the end of the list.
    [4, 'First'],
  ] as const) {
    await bell(page).click()
    await panel(page).getByRole('listitem').nth(place).getByRole('link').click()
    const comment = page.getByRole('region', { name: 'Comments' }).getByRole('listitem').filter({ hasText: text })
    await expect(comment).toBeFocused()
    await expect(comment).toBeInViewport({ ratio: 1 })
    const top = await topOf(comment)
    await page.waitForLoadState('networkidle')
    expect(await topOf(comment)).toBe(top)
    await expect(page).toHaveURL(`/video/${videoId}`)
  }
})

async function post({ request }: Person, path: string, data: object = {}): Promise<void> {
  expect((await request.post(path, { data })).ok()).toBe(true)
}

async function unread(page: Page): Promise<number> {
  return ((await (await page.request.get('/api/notifications/unread-count')).json()) as { count: number }).count
}
