import { randomUUID } from 'node:crypto'
import { expectToFit } from '../support/layout.ts'
import { card, publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

// The longest values that may be stored, in letters that break nowhere and are the widest: nothing leaves the screen.

const wide = (length: number): string => 'W'.repeat(length)

test('the longest names, titles, tags and texts stay on the screen, and long texts are clamped', async ({
  page,
  another,
}) => {
  const username = `w${randomUUID().replaceAll('-', '')}`.padEnd(50, 'w')
  const id = await signUpQuickly(page, username)
  const profile = { displayName: wide(100), bio: wide(1_000), location: wide(100), website: wide(280) }
  expect((await page.request.put(`/api/users/${id}`, { data: profile })).ok()).toBe(true)
  const tags = Array.from({ length: 30 }, (_, i) => `${i}`.padEnd(50, 'W')).join(',')
  const video = await publishQuickly(page, { title: wide(80), caption: wide(2_200), prompt: wide(10_000), tags })
  const fan = await another(`v${username.slice(1)}`)
  await fan.request.put(`/api/users/${fan.id}`, { data: { displayName: wide(100) } })
  await fan.request.post(`/api/users/${id}/follow`)
  await fan.request.post(`/api/videos/${video.id}/comments`, { data: { text: wide(500) } })

  await page.goto(`/creators?q=${username}`)
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
  await expectToFit(page)

  await page.goto(`/profile/${username}`)
  await expect(page.getByRole('heading', { name: wide(100) })).toBeVisible()
  await expectToFit(page)
  await page.getByRole('button', { name: '1 Followers' }).click()
  await expect(page.getByRole('dialog', { name: 'Followers' }).getByRole('listitem')).toBeVisible()
  await expectToFit(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('started following you')).toBeVisible()
  await expectToFit(page)
  await page.keyboard.press('Escape')
  const clip = card(page, wide(80))
  await clip.getByRole('button', { name: 'Details' }).click()
  const prompt = clip.getByRole('region', { name: 'Prompt' })
  await prompt.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
  await expectToFit(page)

  await page.goto(`/video/${video.id}`)
  await expect(page.getByRole('region', { name: 'Comments' }).getByText(wide(500))).toBeVisible()
  await expectToFit(page)
  const heightPx = async () => (await page.getByRole('region', { name: 'Prompt' }).boundingBox())!.height
  await expect.poll(heightPx).toBeLessThan(260)
  await page.getByRole('region', { name: 'Prompt' }).getByRole('button', { name: 'Show more' }).click()
  await expect.poll(heightPx).toBeGreaterThan(1_000)
  await page.getByRole('region', { name: 'Prompt' }).getByRole('button', { name: 'Show less' }).click()
  await expect.poll(heightPx).toBeLessThan(260)
  const listed = page.getByRole('list', { name: 'Tags' })
  await expect(listed.getByRole('listitem')).toHaveCount(11)
  await listed.getByRole('button', { name: 'Show more' }).click()
  await expect(listed.getByRole('listitem')).toHaveCount(31)
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit video' })).toBeVisible()
  await expectToFit(page)
})
