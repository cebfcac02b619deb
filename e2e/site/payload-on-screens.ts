import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { card, publishQuickly } from '../support/people.ts'
import { makeStaff, showAgain } from '../support/staff.ts'
import { signAsUntrusted, writeDescribedClip } from '../support/described-clip.ts'
import { expect, type Person, test } from '../support/test.ts'

/**
 * Puts a payload into every field of a user and a clip. Checks that each screen shows the payload as text. A payload
 * that runs sets `hacked`. A payload that the content security policy blocks logs a console error, which fails the
 * test.
 */
export async function expectTextOnEveryScreen(page: Page, payload: string): Promise<void> {
  const username = `payload${randomUUID().slice(0, 8)}`
  const file = test.info().outputPath('telling.mp4')
  await writeDescribedClip(file, { prompt: payload, image: '/home/canary/me.png' })
  await signAsUntrusted(file, { signer: payload, tool: payload })
  const { userId, videoId, remixId } = await publishAs(page, username, payload, file)
  const tabs = page.getByRole('navigation', { name: 'Main' })
  const anywhere = page.getByText(payload, { exact: false }).first()
  // The server writes user texts into the head of these pages.
  const pages = [`/embed/${videoId}`, `/video/${videoId}`, `/video/${videoId}/remixes`, `/profile/${username}`]
  for (const path of pages) {
    await page.goto(path)
    await expectText(anywhere)
  }
  // The remix shows its thanks, the detected metadata and the prompt of the original.
  await page.goto(`/video/${remixId}`)
  await expectText(page.getByText(`The file says: ${payload}. Signed by someone using the name “${payload}”.`).first())
  await page.getByRole('button', { name: 'How we know' }).click()
  await expectText(page.getByRole('dialog').getByText(`Signed by someone using the name “${payload}”`).first())
  await page.keyboard.press('Escape')
  await expectText(page.getByRole('region', { name: 'Remixes' }).getByRole('blockquote'))
  await page.goto(`/video/${remixId}/remixes`)
  await page.getByRole('button', { name: 'Compare the prompts' }).click()
  await expectText(page.getByText('The prompts are the same.'))
  await tabs.getByRole('link', { name: 'Creators' }).click()
  await page.getByPlaceholder('Search creators...').fill(payload)
  await expectText(page.getByRole('list', { name: 'Creators' }).getByText(payload).first())
  await tabs.getByRole('link', { name: 'Upload' }).click()
  await page.getByLabel('Video file').setInputFiles(file)
  await expectText(page.getByText(`This file says it was made with ${payload}.`))
  await expectText(page.getByRole('status').filter({ hasText: 'Removed before' }).getByText(payload).first())
  await page.getByRole('banner').getByRole('link', { name: payload }).click()
  await expect(page).toHaveURL('/profile')
  await expectText(card(page, payload))
  await tabs.getByRole('link', { name: 'Feed' }).click()
  await expectText(page.getByRole('feed').getByRole('article', { name: payload }))
  const website = await page.request.put(`/api/users/${userId}`, { data: { website: payload } })
  expect(website.ok()).toBe(false)
}

interface Case {
  another: (username: string) => Promise<Person>
  dataDir: string
}

/**
 * Puts a payload into every text of a case: report, dispute, facts, appeal and answer. Checks that the screens show the
 * payload as text. Needs a separate site, because it appoints moderators.
 */
export async function expectTextInCase(page: Page, payload: string, { another, dataDir }: Case): Promise<void> {
  const called = (part: string) => another(`${part}${randomUUID().slice(0, 8)}`)
  const [owner, reporter, first, second] = [
    await called('owner'),
    await called('reporter'),
    await called('first'),
    await called('second'),
  ]
  for (const moderator of [first, second]) await makeStaff(dataDir, moderator.id)
  const { id: subjectId } = await publishQuickly(owner, { title: payload, prompt: payload })
  const why = { reason: 'other', otherText: `Report ${payload}` }
  expect((await reporter.request.post(`/api/videos/${subjectId}/report`, { data: why })).ok()).toBe(true)
  const { id: firstId } = await publishQuickly(reporter, { title: payload })
  await showAgain(dataDir, subjectId, firstId)
  const dispute = { text: `Dispute ${payload}` }
  expect((await owner.request.post(`/api/videos/${subjectId}/first/dispute`, { data: dispute })).ok()).toBe(true)
  await become(page, first)
  await page.goto('/moderation')
  await expectText(page.getByRole('heading', { level: 2, name: payload }))
  for (const text of [why.otherText, dispute.text]) await expectText(page.getByText(text))

  const decision = { kind: 'video', subjectId, measure: 'hide', rule: 'spam', facts: `Facts ${payload}` }
  const decided = await first.request.post('/api/decisions', { data: { ...decision, note: `Note ${payload}` } })
  const { id } = (await decided.json()) as { id: string }
  const appeal = { text: `Appeal ${payload}` }
  expect((await owner.request.post(`/api/account/decisions/${id}/appeal`, { data: appeal })).ok()).toBe(true)
  await become(page, second)
  await page.goto('/moderation?tab=appeals')
  await page.getByRole('list', { name: 'Appeals' }).getByRole('button', { name: payload }).click()
  for (const text of [decision.facts, appeal.text]) await expectText(page.getByText(text))

  const answer = { outcome: 'reversed', answer: `Answer ${payload}` }
  expect((await second.request.post(`/api/decisions/${id}/answer`, { data: answer })).ok()).toBe(true)
  await become(page, owner)
  await page.goto('/settings/standing')
  for (const text of [decision.facts, appeal.text, answer.answer]) await expectText(page.getByText(text))
  // The public log contains no user text.
  await page.goto('/log')
  await expectText(page.getByText('The hiding of a clip was reversed.').first())
  await expect(page.getByText(payload)).toHaveCount(0)
}

async function expectText(where: Locator): Promise<void> {
  await expect(where).toBeVisible()
  const page = where.page()
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(await page.locator('main script, main [onerror], main [onload], a[href^="javascript:"]').count()).toBe(0)
}

/** Continues in the same browser as another user. */
async function become(page: Page, { request }: Person): Promise<void> {
  const { cookies } = await request.storageState()
  await page.context().clearCookies()
  await page.context().addCookies(cookies)
}

/**
 * Publishes a user and a clip with the payload in every field, and a remix. The file of the remix contains the payload.
 */
async function publishAs(
  page: Page,
  username: string,
  payload: string,
  file: string,
): Promise<{ userId: string; videoId: string; remixId: string }> {
  const registered = await page.request.post('/api/register', {
    data: { email: `${username}@example.org`, password: 'a good secret' },
  })
  const { id: userId } = (await registered.json()) as { id: string }
  const profile = { username, displayName: payload, bio: payload, location: payload }
  expect((await page.request.put(`/api/users/${userId}`, { data: profile })).ok()).toBe(true)
  // A tag has at most 50 characters.
  const tags = payload.replace(/(?=<img|">)/, ',')
  const texts = { title: payload, caption: payload, prompt: payload, tags }
  const { id: videoId } = await publishQuickly(page, texts)
  const comment = await page.request.post(`/api/videos/${videoId}/comments`, { data: { text: payload } })
  expect(comment.status()).toBe(201)
  const parents = [{ videoId, thanks: payload }]
  const { id: remixId } = await publishQuickly(page, { title: 'A remix', prompt: payload, parents, file })
  return { userId, videoId, remixId }
}
