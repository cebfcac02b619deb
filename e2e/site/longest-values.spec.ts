import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expectToFit } from '../support/layout.ts'
import { card, lightClip, publishQuickly, signUpQuickly } from '../support/people.ts'
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

test('clips in line, and the header while they are uploaded, stay on the screen @deep', async ({ page }) => {
  await signUpQuickly(page, `u${randomUUID().replaceAll('-', '')}`.padEnd(50, 'u'))
  await page.goto('/upload')
  // Never sent: it stays as it is while it is looked at.
  await page.route('**/api/uploads/**', () => {})
  const buffer = await readFile(lightClip())
  const file = (start: string) => ({ name: `${start}${wide(240)}.mp4`, mimeType: 'video/mp4', buffer })
  await page.getByLabel('Video file').setInputFiles([file('a'), file('b'), file('c')])
  await page.getByLabel('Title').fill(wide(80))
  await page.getByLabel('Caption').fill(wide(2_200))
  await page.getByLabel('AI tool').selectOption('Google Veo 3')
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('heading', { name: 'Upload Video 2 of 3' })).toBeVisible()
  await expectToFit(page)
  await page.getByRole('button', { name: /^1/ }).click()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await expectToFit(page)
  await page.getByRole('link', { name: 'Creators', exact: true }).click()
  await page.getByRole('button', { name: /^Uploads: / }).click()
  await expect(page.getByRole('dialog', { name: 'Uploads' })).toBeVisible()
  await expectToFit(page)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.goto('/upload')
  await expect(page.getByRole('heading', { name: 'Continue' })).toBeVisible()
  await expectToFit(page)
})
