import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { card, lightClip } from './people.ts'
import { expect, test } from './test.ts'

const payloads = [
  '<script>window.hacked = 1</script>',
  '"><img src=x onerror="window.hacked=1">',
  '<svg/onload=window.hacked=1>',
  '</title><script>window.hacked=1</script>',
  'javascript:window.hacked=1//\'"`${1}{{1}}',
]

// Whatever runs sets `hacked`; what the content security policy stops is an error on the console, which fails the test.
for (const [i, payload] of payloads.entries()) {
  test(`${payload} stays text on every screen`, async ({ page }) => {
    const username = `payload${i}`
    const { userId, videoId } = await publishAs(page, username, payload)
    const profile = [`/profile/${username}`, '/profile', '/upload', `/creators?q=${username}`]
    for (const path of ['/', `/video/${videoId}`, `/embed/${videoId}`, ...profile]) {
      await page.goto(path)
      await expect(page.getByText(payload, { exact: false }).or(page.getByLabel('Title')).first()).toBeVisible()
      expect(await page.evaluate('window.hacked')).toBeUndefined()
      expect(await page.locator('main script, main [onerror], main [onload], a[href^="javascript:"]').count()).toBe(0)
    }
    await page.goto('/')
    await expect(card(page, payload)).toBeVisible()
    const website = await page.request.put(`/api/users/${userId}`, { data: { website: payload } })
    expect(website.ok()).toBe(false)
  })
}

/** A person and a clip with the payload in every text that they may write. */
async function publishAs(page: Page, username: string, payload: string): Promise<{ userId: string; videoId: string }> {
  const registered = await page.request.post('/api/register', {
    data: { email: `${username}@example.org`, password: 'a good secret' },
  })
  const { id: userId } = (await registered.json()) as { id: string }
  const profile = { username, displayName: payload, bio: payload, location: payload }
  expect((await page.request.put(`/api/users/${userId}`, { data: profile })).ok()).toBe(true)
  const asked = await page.request.post('/api/objects/upload')
  const { uploadURL } = (await asked.json()) as { uploadURL: string }
  const stored = await page.request.put(uploadURL, { data: await readFile(lightClip()) })
  expect(stored.ok()).toBe(true)
  const clip = {
    title: payload,
    caption: payload,
    prompt: payload,
    tags: payload.replaceAll(',', ' '),
    toolUsed: 'other',
  }
  const published = await page.request.post('/api/videos', { data: { ...clip, videoUrl: uploadURL } })
  expect(published.status()).toBe(201)
  const { id: videoId } = (await published.json()) as { id: string }
  const comment = await page.request.post(`/api/videos/${videoId}/comments`, { data: { text: payload } })
  expect(comment.status()).toBe(201)
  return { userId, videoId }
}
