import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { card, publishQuickly } from '../support/people.ts'
import { expect } from '../support/test.ts'

/**
 * Shows a payload, written wherever a person may write, on every screen. Whatever runs sets `hacked`; what the content
 * security policy stops is an error on the console, which fails the test.
 */
export async function expectTextOnEveryScreen(page: Page, payload: string): Promise<void> {
  const username = `payload${randomUUID().slice(0, 8)}`
  const { userId, videoId } = await publishAs(page, username, payload)
  const tabs = page.getByRole('navigation', { name: 'Main' })
  const expectText = async (where: Locator) => {
    await expect(where).toBeVisible()
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    expect(await page.locator('main script, main [onerror], main [onload], a[href^="javascript:"]').count()).toBe(0)
  }
  const anywhere = page.getByText(payload, { exact: false }).first()
  // The pages into whose head the server writes what people wrote.
  for (const path of [`/embed/${videoId}`, `/video/${videoId}`, `/profile/${username}`]) {
    await page.goto(path)
    await expectText(anywhere)
  }
  await tabs.getByRole('link', { name: 'Creators' }).click()
  await page.getByPlaceholder('Search creators...').fill(payload)
  await expectText(page.getByRole('list', { name: 'Creators' }).getByText(payload).first())
  await tabs.getByRole('link', { name: 'Upload' }).click()
  await expectText(page.getByRole('textbox', { name: 'Title' }))
  await page.getByRole('banner').getByRole('link', { name: payload }).click()
  await expect(page).toHaveURL('/profile')
  await expectText(card(page, payload))
  await tabs.getByRole('link', { name: 'Feed' }).click()
  await expectText(page.getByRole('feed').getByRole('article', { name: payload }))
  const website = await page.request.put(`/api/users/${userId}`, { data: { website: payload } })
  expect(website.ok()).toBe(false)
}

/** A person and a clip with the payload in every text that they may write. */
async function publishAs(page: Page, username: string, payload: string): Promise<{ userId: string; videoId: string }> {
  const registered = await page.request.post('/api/register', {
    data: { email: `${username}@example.org`, password: 'a good secret' },
  })
  const { id: userId } = (await registered.json()) as { id: string }
  const profile = { username, displayName: payload, bio: payload, location: payload }
  expect((await page.request.put(`/api/users/${userId}`, { data: profile })).ok()).toBe(true)
  const texts = { title: payload, caption: payload, prompt: payload, tags: payload.replaceAll(',', ' ') }
  const { id: videoId } = await publishQuickly(page, texts)
  const comment = await page.request.post(`/api/videos/${videoId}/comments`, { data: { text: payload } })
  expect(comment.status()).toBe(201)
  return { userId, videoId }
}
