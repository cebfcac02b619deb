import { hash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { fillUpload, signUpQuickly } from '../../support/people.ts'
import { expect } from '../../support/test.ts'

export const LOST = 'Connection lost. Resuming automatically.'

/** Returns the path of a large clip. The browser cannot pass it to the network in one write. */
export function heavyClip(): string {
  return process.env.E2E_HEAVY_CLIP ?? ''
}

/** Share of the clip that arrives in `holdUploads`, in percent. */
export const ARRIVED_PERCENT = 30

export interface HeldUploads {
  /** Resolves when `ARRIVED_PERCENT` of the clip have arrived at the server. */
  arrived: Promise<void>
  /** Releases held and future requests. */
  letThrough(): void
}

/**
 * Stops an upload in the middle. The server gets a part of the first request, the page gets no response, and later
 * requests are held. Throttling would not do: the machine's speed would decide how much has arrived.
 */
export async function holdUploads(context: BrowserContext, file = heavyClip()): Promise<HeldUploads> {
  const [arrived, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let requests = 0
  await context.route(/\/resumable(\?|$)/, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    if (requests++ > 0) return free.promise.then(() => route.continue())
    const clip = await readFile(file)
    const part = clip.subarray(0, Math.ceil((clip.length * ARRIVED_PERCENT) / 100))
    const reply = await route.fetch({ postData: part })
    expect(reply.headers()['upload-offset']).toBe(String(part.length))
    arrived.resolve()
  })
  return { arrived: arrived.promise, letThrough: free.resolve }
}

/** Signs up a new user and opens the upload form. */
export async function openUpload(page: Page): Promise<void> {
  await signUpQuickly(page, `resume${randomUUID().slice(0, 8)}`)
  await page.goto('/upload')
}

export async function send(page: Page, title: string, file = heavyClip()): Promise<void> {
  await fillUpload(page, { file, title })
  await page.getByRole('button', { name: 'Upload Video' }).click()
}

/** Waits until the clip is published exactly once, and compares the stored file with the original. */
export async function expectPublished(page: Page, title: string, file = heavyClip()): Promise<void> {
  await expect(page).toHaveURL('/')
  const { id: userId } = (await (await page.request.get('/api/user')).json()) as { id: string }
  const { videos } = (await (await page.request.get(`/api/videos/user/${userId}`)).json()) as {
    videos: { title: string; videoUrl: string }[]
  }
  expect(videos.map((video) => video.title)).toEqual([title])
  const stored = await page.request.get(videos[0]!.videoUrl)
  expect(hash('sha256', await stored.body())).toBe(hash('sha256', await readFile(file)))
}
