import { hash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { fillUpload, signUpQuickly } from '../support/people.ts'
import { expect } from '../support/test.ts'

export const LOST = 'Connection lost. The upload will resume when you’re back online.'

/** Large enough that the browser does not hand it to the network as a whole. */
export function heavyClip(): string {
  return process.env.E2E_HEAVY_CLIP ?? ''
}

/** How much of a clip arrives where `holdUploads` was called. */
export const ARRIVED_PERCENT = 30

export interface HeldUploads {
  /** When that much is at the server. */
  arrived: Promise<void>
  /** Lets what is sent from now on, and what waits, go through. */
  letThrough(): void
}

/**
 * Stops an upload in its middle: of the first request that sends bytes, the server gets a part and the page no answer;
 * what goes on after that is held. A slow network would not do: what of it has arrived when it breaks off, and whether
 * the rest is still on its way when a test looks, is up to the machine.
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

/** Signs up somebody and opens the form. */
export async function openUpload(page: Page): Promise<void> {
  await signUpQuickly(page, `resume${randomUUID().slice(0, 8)}`)
  await page.goto('/upload')
}

export async function send(page: Page, title: string, file = heavyClip()): Promise<void> {
  await fillUpload(page, { file, title })
  await page.getByRole('button', { name: 'Upload Video' }).click()
}

/** Waits until the clip is published, once, and compares what the server has with what was sent. */
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
