import type { Page } from '@playwright/test'
import { card, publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('long lists have a limited height and load to their end @deep', async ({ page, another }) => {
  const id = await signUpQuickly(page, 'crowded')
  const title = 'A clip with many words'
  const clip = await publishQuickly(page, { title })
  for (let i = 0; i < 52; i++) {
    const data = { text: `Word ${i}.` }
    expect((await page.request.post(`/api/videos/${clip.id}/comments`, { data })).ok()).toBe(true)
  }
  for (const n of [1, 2, 3, 4, 5, 6]) {
    const fan = await another(`crowd${n}`)
    expect((await fan.request.post(`/api/users/${id}/follow`)).ok()).toBe(true)
  }

  await test.step('comments', async () => {
    await page.goto('/profile/crowded')
    await card(page, title).getByRole('button', { name: 'Details' }).click()
    const comments = page.getByRole('region', { name: 'Comments' })
    await expect(comments.getByRole('listitem')).toHaveCount(50)
    expect((await comments.boundingBox())!.height).toBe(240)
    await comments.focus()
    await page.keyboard.press('End')
    await expect(comments.getByRole('listitem')).toHaveCount(52)
    await expect(comments.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  })

  await test.step('people', async () => {
    await page.getByRole('button', { name: '6 Followers' }).click()
    const list = page.getByRole('dialog').getByRole('list').locator('..')
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(6)
    // Approximate, because the dialog's opening animation may still be running.
    await expect.poll(async () => (await list.boundingBox())!.height).toBeCloseTo(350, 0)
    await page.keyboard.press('Escape')
  })

  await test.step('notifications', () => scrollNotifications(page))
})

async function scrollNotifications(page: Page): Promise<void> {
  // An event from the stream would make the page request the list again.
  await page.route('/api/notifications/stream', (route) => route.fulfill({ status: 404 }))
  const asked: (string | null)[] = []
  await page.route(/\/api\/notifications(\?|$)/, (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor')
    asked.push(cursor)
    return route.fulfill({
      json: { notifications: follows(cursor ? 'later' : 'first'), nextCursor: cursor ? null : 'more' },
    })
  })
  await page.goto('/about')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('listitem')).toHaveCount(30)
  const { x, width, height } = (await panel.boundingBox())!
  expect(height).toBeCloseTo(384, 0)
  const own = (await page.getByRole('banner').getByRole('link', { name: 'The crowded' }).boundingBox())!
  expect(Math.abs(x + width - own.x - own.width), 'ends where the header does').toBeLessThanOrEqual(1)
  await panel.getByText('The first 29').scrollIntoViewIfNeeded()
  await panel.getByText('The later 29').scrollIntoViewIfNeeded()
  await expect(panel.getByRole('listitem')).toHaveCount(60)
  expect(asked).toEqual([null, 'more'])
}

/** Returns thirty follow notifications as the server would. Signing up that many users would take too long. */
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
