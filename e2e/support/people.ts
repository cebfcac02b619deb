import { readFile } from 'node:fs/promises'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import type { Video, VideoPage } from '../../contract/videos/videos.ts'

/** The session that makes the calls: a page's or a person's. */
export interface Caller {
  request: APIRequestContext
}

/** Returns the path of a clip for tests that do not depend on the file: three seconds, 9:16, with sound. */
export function lightClip(): string {
  return process.env.E2E_CLIP ?? ''
}

/**
 * Returns the path of `lightClip`'s clip with Content Credentials. It is made by Sora and signed by "A studio". That
 * signer is on the site's own trust list.
 */
export function signedClip(): string {
  return process.env.E2E_SIGNED_CLIP ?? ''
}

/** Signs up on the auth screen and creates a profile in the welcome dialog. */
export async function signUp(page: Page, username: string): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('Email').fill(`${username}@example.org`)
  await page.getByLabel('Password').fill('a good secret')
  await page.getByRole('button', { name: 'Create Account' }).click()
  const welcome = page.getByRole('dialog', { name: 'Welcome to Reverie' })
  await welcome.getByLabel('Username').fill(username)
  await welcome.getByLabel('Display name').fill(`The ${username}`)
  await welcome.getByRole('button', { name: 'Create Profile' }).click()
  await expect(welcome).toBeHidden()
}

/** Signs up through the API, for tests about something else. @returns The user's id. */
export async function signUpQuickly({ request }: Caller, username: string): Promise<string> {
  const registered = await request.post('/api/register', {
    data: { email: `${username}@example.org`, password: 'a good secret' },
  })
  const { id } = (await registered.json()) as { id: string }
  const updated = await request.put(`/api/users/${id}`, { data: { username, displayName: `The ${username}` } })
  expect(updated.status(), await updated.text()).toBe(200)
  return id
}

/** Fills and submits the open sign-in form for a user of `signUpQuickly`. */
export async function signIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Email').fill(`${username}@example.org`)
  await page.getByLabel('Password').fill('a good secret')
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Fills the upload form on `/upload` and chooses the file. */
export async function fillUpload(page: Page, { file, title }: { file: string; title: string }): Promise<void> {
  await page.getByLabel('Video file').setInputFiles(file)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Caption').fill('Made for a test')
  await page.getByLabel('AI tool').selectOption('Google Veo 3')
}

/** Publishes a clip through the API as the signed-in user. Omitted fields and the file have default values. */
export async function publishQuickly(
  { request }: Caller,
  {
    file = lightClip(),
    ...details
  }: {
    title: string
    caption?: string
    prompt?: string
    tags?: string
    toolUsed?: string
    parents?: { videoId: string; thanks?: string }[]
    file?: string
  },
): Promise<Pick<Video, 'id' | 'videoUrl'>> {
  const asked = await request.post('/api/objects/upload')
  const { uploadURL } = (await asked.json()) as { uploadURL: string }
  const stored = await request.put(uploadURL, { data: await readFile(file) })
  expect(stored.ok(), await stored.text()).toBe(true)
  const clip = { caption: 'Made for a test', toolUsed: 'other', ...details }
  const published = await request.post('/api/videos', { data: { ...clip, videoUrl: uploadURL } })
  expect(published.status(), await published.text()).toBe(201)
  return (await published.json()) as Video
}

/** Expects a toast with this title and description. Exact matches exclude the announcement, which contains both. */
export async function expectToast(page: Page, title: string, description?: string | RegExp): Promise<void> {
  await expect(page.getByText(title, { exact: true })).toBeVisible()
  if (description !== undefined) await expect(page.getByText(description, { exact: true })).toBeVisible()
}

/** Waits until the code of the toasts has loaded. A page without a network could not load the code later. */
export async function untilToastsLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /toaster.*js/.test(name)),
  )
}

/**
 * Leaves only these users' clips of the newest hundred in the feed of the page. Otherwise clips of other tests could
 * move them out of the part that the wall mounts. There are no further pages, because loading them would change the
 * wall's height.
 */
export async function showOnlyClipsOf(page: Page, ...usernames: string[]): Promise<void> {
  await page.route(/\/api\/videos(\?|$)/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '100')
    const response = await route.fetch({ url: url.href })
    const { videos, ...rest } = (await response.json()) as VideoPage
    const shown = videos.filter(({ creator }) => usernames.includes(creator.username ?? ''))
    await route.fulfill({ response, json: { ...rest, nextCursor: null, videos: shown } })
  })
}

export function card(page: Page, title: string): Locator {
  return page.getByRole('article', { name: title })
}

/** Opens the first clip's More menu on the page and chooses an entry. */
export async function openFromMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Waits until the video in `place` plays, and returns the size of its picture. */
export async function playingSize(place: Locator): Promise<{ width: number; height: number }> {
  const video = place.locator('video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
  return video.evaluate(({ videoWidth, videoHeight }: HTMLVideoElement) => ({ width: videoWidth, height: videoHeight }))
}
