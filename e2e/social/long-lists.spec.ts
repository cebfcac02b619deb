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

  await test.step('notifications', async () => {
    const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
    await bell.click()
    const panel = page.getByRole('dialog', { name: 'Notifications' })
    await expect(panel.getByRole('listitem')).toHaveCount(6)
    await expect.poll(async () => (await panel.boundingBox())!.height).toBeCloseTo(384, 0)
  })
})
