import { createHash, randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CDPSession, Locator, Page } from '@playwright/test'
import { objectIdIn } from '../server/features/uploads/upload-address.ts'
import { fillUpload, signUpQuickly } from './people.ts'
import { expect } from './test.ts'

/** At this speed there is a middle that a busy machine does not miss; who has seen it lets the rest through. */
const UPLOAD_SECONDS = 15

export const LOST = 'The connection is lost. It goes on by itself when it is back.'

/** Large enough that the browser does not hand it to the network as a whole. */
export function heavyClip(): string {
  return process.env.E2E_HEAVY_CLIP ?? ''
}

/** Signs up somebody and opens the form, from which a clip takes a while until `letThrough`. */
export async function openThrottledUpload(page: Page): Promise<void> {
  await signUpQuickly(page, `resume${randomUUID().slice(0, 8)}`)
  await page.goto('/upload')
  await throttle(page)
}

const sessions = new WeakMap<Page, CDPSession>()

/** Lets `heavyClip` take a while. To be called again after a reload. */
export async function throttle(page: Page): Promise<void> {
  sessions.set(page, sessions.get(page) ?? (await page.context().newCDPSession(page)))
  await setNetwork(page, { uploadThroughput: (await stat(heavyClip())).size / UPLOAD_SECONDS })
}

export function letThrough(page: Page): Promise<void> {
  return setNetwork(page, { uploadThroughput: -1 })
}

/** What `context.setOffline` does would end the throttling. */
export async function setNetwork(page: Page, how: { offline?: true; uploadThroughput: number }): Promise<void> {
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, ...how }
  await sessions.get(page)?.send('Network.emulateNetworkConditions', conditions)
}

export async function send(page: Page, title: string): Promise<void> {
  await fillUpload(page, { file: heavyClip(), title })
  await page.getByRole('button', { name: 'Upload Video' }).click()
}

export async function percent(page: Page): Promise<number> {
  return Number(await page.getByRole('progressbar', { name: 'Upload' }).getAttribute('aria-valuenow'))
}

export async function sent(page: Page, atLeastPercent: number): Promise<void> {
  await expect.poll(() => percent(page), { intervals: [20] }).toBeGreaterThanOrEqual(atLeastPercent)
}

export function goingOn(page: Page): Locator {
  return page.getByText(/^Going on from [1-9]\d? %$/)
}

/** Lets the rest through, waits until the clip is published, once, and compares what the server has with what was sent. */
export async function expectPublished(page: Page, dataDir: string, title: string): Promise<void> {
  await letThrough(page)
  await expect(page).toHaveURL('/')
  const { id: userId } = (await (await page.request.get('/api/user')).json()) as { id: string }
  const { videos } = (await (await page.request.get(`/api/videos/user/${userId}`)).json()) as {
    videos: { title: string; videoUrl: string }[]
  }
  expect(videos.map((video) => video.title)).toEqual([title])
  const id = objectIdIn(videos[0]!.videoUrl)!
  expect(await hashOf(join(dataDir, 'objects', id.slice(0, 2), id))).toBe(await hashOf(heavyClip()))
}

async function hashOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}
