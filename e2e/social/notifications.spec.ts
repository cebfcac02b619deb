import type { Page } from '@playwright/test'
import { publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, type Person, test } from '../support/test.ts'

test('a visitor loads nothing of notifications', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/about')
  await expect(page.getByRole('link', { name: 'Sign in/Sign up' })).toBeVisible()
  expect(asked.filter((url) => url.includes('notification'))).toEqual([])
})

test('follow, like and comment arrive at once, say who and what, and lead to profile and video', async ({
  page,
  another,
}) => {
  await signUpQuickly(page, 'belowner')
  const { id: videoId } = await publishQuickly(page, { title: 'Told about' })
  await page.goto('/about')
  await bell(page).click()
  await expect(panel(page).getByText('No notifications yet')).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)

  const fan = await another('belfan')
  await post(fan, `/api/users/${await idOf(page)}/follow`)
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

  // The panel may be opened again before the server knows.
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

  await bell(page).click()
  await panel(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(panel(page).getByText('Unread')).toHaveCount(0)
  await expect(panel(page).getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(bell(page)).toBeFocused()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect.poll(() => unread(page)).toBe(0)
})

test('new clips of somebody one follows: the first is named and leads there, with more the number leads to the profile @deep', async ({
  page,
  another,
}) => {
  await signUpQuickly(page, 'bellreader')
  const creator = await another('bellcreator')
  expect((await page.request.post(`/api/users/${creator.id}/follow`)).ok()).toBe(true)
  await page.goto('/about')
  const { id } = await publishQuickly(creator, { title: 'The first one' })
  await expect(bell(page)).toHaveText('1')
  await bell(page).click()
  const item = panel(page).getByRole('listitem')
  await expect(item).toHaveText([/The bellcreator published a new clip.*The first one/])
  await expect(item.getByRole('link')).toHaveAttribute('href', `/video/${id}`)

  await page.keyboard.press('Escape')
  await publishQuickly(creator, { title: 'The second one' })
  // A job tells it.
  const listed = async () => (await (await page.request.get('/api/notifications')).json()) as object
  await expect.poll(listed).toMatchObject({ notifications: [{ videosCount: 2 }] })
  await bell(page).click()
  await expect(item).toHaveText([/The bellcreator published 2 new clips/])
  await item.getByRole('link').click()
  await expect(page).toHaveURL('/profile/bellcreator')
  await expect(bell(page)).toHaveText('')
})

test('the badge says 99+ above 99, and the count is asked for every 30 s @deep', async ({ page }) => {
  await signUpQuickly(page, 'belcrowd')
  let count = 99
  await page.route('/api/notifications/stream', (route) => route.fulfill({ status: 404 }))
  let asked = 0
  await page.route('/api/notifications/unread-count', (route) => {
    asked++
    return route.fulfill({ json: { count } })
  })
  const now = () => page.evaluate(() => Date.now())
  await page.clock.install()
  await page.goto('/about')
  await expect(bell(page)).toHaveText('99')
  count = 100
  const [before, askedBefore] = [await now(), asked]
  for (let step = 0; step < 60; step++) await page.clock.runFor(5_000)
  await expect(bell(page)).toHaveText('99+')
  // The clock also goes on by itself, so that how much has passed is read from it. The next 30 s begin with the answer,
  // which may take a step.
  const intervals = ((await now()) - before) / 30_000
  const polls = asked - askedBefore
  expect(polls).toBeLessThanOrEqual(Math.floor(intervals) + 1)
  expect(polls).toBeGreaterThanOrEqual(Math.floor(intervals * 0.6))
})

test('of two tabs one has the stream and both have the count; when that one closes, the other takes it over @deep', async ({
  page,
  context,
  another,
}) => {
  await signUpQuickly(page, 'beltabs')
  const streams: Page[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/stream')) streams.push(request.frame().page())
  })
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/about')
    await expect(bell(tab)).toBeVisible()
  }
  await expect.poll(() => streams).toEqual([page])
  const fan = await another('beltabsfan')
  await post(fan, `/api/users/${await idOf(page)}/follow`)
  for (const tab of [page, other]) await expect(bell(tab)).toHaveText('1')
  expect(streams).toEqual([page])
  await page.close()
  await expect.poll(() => streams).toEqual([page, other])
})

test('a long list goes on as one scrolls, and the panel is 96 units high @deep', async ({ page }) => {
  await signUpQuickly(page, 'bellong')
  // It would have the list asked for anew when it begins, which may be late.
  await page.route('/api/notifications/stream', (route) => route.fulfill({ status: 404 }))
  await page.goto('/about')
  const asked: (string | null)[] = []
  await page.route(/\/api\/notifications(\?|$)/, (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor')
    asked.push(cursor)
    return route.fulfill({
      json: { notifications: follows(cursor ? 'later' : 'first'), nextCursor: cursor ? null : 'more' },
    })
  })
  await bell(page).click()
  await expect(panel(page).getByText('The later 0')).toHaveCount(0)
  expect((await panel(page).boundingBox())!.height).toBeCloseTo(384, 0)
  await panel(page).getByText('The first 29').scrollIntoViewIfNeeded()
  await panel(page).getByText('The later 29').scrollIntoViewIfNeeded()
  await expect(panel(page).getByRole('listitem')).toHaveCount(60)
  expect(asked).toEqual([null, 'more'])
})

test.describe('when calls fail', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })
  test('the list says so and can be asked for again; what could not be marked is unread again @deep', async ({
    page,
    another,
  }) => {
    await signUpQuickly(page, 'belfails')
    const fan = await another('belfailsfan')
    await post(fan, `/api/users/${await idOf(page)}/follow`)
    await page.goto('/about')
    await expect(bell(page)).toHaveText('1')
    await page.route(/\/api\/notifications$/, (route) => route.abort())
    await bell(page).click()
    await expect(panel(page).getByRole('alert')).toContainText('We couldn’t load your notifications.')
    await page.unroute(/\/api\/notifications$/)
    await panel(page).getByRole('button', { name: 'Retry' }).click()
    await expect(panel(page).getByText('The belfailsfan')).toBeVisible()

    const asked = Promise.withResolvers<void>()
    await page.route('/api/notifications/read-all', async (route) => {
      await asked.promise
      await route.abort()
    })
    await panel(page).getByRole('button', { name: 'Mark all as read' }).click()
    await expect(panel(page).getByText('Unread')).toHaveCount(0)
    asked.resolve()
    await expect(
      page.getByText('We couldn’t mark your notifications as read. Please try again.', { exact: true }),
    ).toBeVisible()
    await expect(panel(page).getByText('Unread')).toHaveCount(1)
    await expect(bell(page)).toHaveText('1')
  })
})

test('the keyboard opens the panel, walks and closes it @deep', async ({ page }) => {
  await signUpQuickly(page, 'bellkeys')
  await page.route(/\/api\/notifications$/, (route) =>
    route.fulfill({ json: { notifications: follows('one').slice(0, 3), nextCursor: null } }),
  )
  await page.goto('/about')
  await bell(page).press('Enter')
  await expect(panel(page).getByRole('link')).toHaveCount(3)
  const header = await page.getByRole('banner').getByRole('link', { name: 'The bellkeys' }).boundingBox()
  const { x, width } = (await panel(page).boundingBox())!
  expect(Math.abs(x + width - header!.x - header!.width), 'ends where the header does').toBeLessThanOrEqual(1)
  await expect(panel(page)).toBeFocused()
  for (const link of await panel(page).getByRole('link').all()) {
    await page.keyboard.press('Tab')
    await expect(link).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(bell(page)).toBeFocused()
})

function bell(page: Page) {
  return page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
}

function panel(page: Page) {
  return page.getByRole('dialog', { name: 'Notifications' })
}

async function post({ request }: Person, path: string, data: object = {}): Promise<void> {
  expect((await request.post(path, { data })).ok()).toBe(true)
}

async function idOf(page: Page): Promise<string> {
  return ((await (await page.request.get('/api/user')).json()) as { id: string }).id
}

async function unread(page: Page): Promise<number> {
  return ((await (await page.request.get('/api/notifications/unread-count')).json()) as { count: number }).count
}

/** Thirty follows as the server lists them: more than a test would want to sign people up for. */
function follows(name: string) {
  return Array.from({ length: 30 }, (_, i) => ({
    id: `${name} ${i}`,
    userId: 'me',
    actorId: `${name} ${i}`,
    type: 'follow',
    videoId: null,
    videoTitle: null,
    videoThumbnailUrl: null,
    videosCount: null,
    commentId: null,
    isRead: i > 0,
    createdAt: new Date(Date.now() - i * 3_600_000).toISOString(),
    actorUsername: `${name}${i}`,
    actorDisplayName: `The ${name} ${i}`,
    actorAvatarUrl: null,
  }))
}
