import type { Locator, Page, Route } from '@playwright/test'
import type { Video, VideoPage } from '../../contract/videos/videos.ts'
import { untilDrawn } from '../support/layout.ts'
import { publishQuickly, signUpQuickly } from '../support/people.ts'
import { test as base } from '../support/test.ts'

const PAGE_SIZE = 24

/** A feed that replaces the server's feed in one browser. */
export interface ClonedFeed {
  /** Newest first. */
  videos: Video[]
  /** Adds a clip that is newer than all others. */
  publish(title: string): void
  /** Makes the next pages fail or wait, until it is called with `undefined`. */
  interfere(how: ((route: Route) => Promise<void>) | undefined): void
}

/** `test` with the fixture `original`: a stored clip per worker, from which `serveClones` makes its feeds. */
export const test = base.extend<object, { original: Video }>({
  original: [
    async ({ playwright }, use, { workerIndex }) => {
      const request = await playwright.request.newContext({ baseURL: process.env.E2E_URL! })
      await signUpQuickly({ request }, `cloned${workerIndex}`)
      const { id } = await publishQuickly({ request }, { title: 'The original', toolUsed: 'google-veo-3' })
      const video = (await (await request.get(`/api/videos/${id}`)).json()) as Video
      await request.dispose()
      await use(video)
    },
    { scope: 'worker' },
  ],
})

/**
 * Shows `count` clips in pages of 24. All use the file of one stored clip, and each has its own poster. The real feed
 * is shared by all tests and cannot be this long.
 */
export async function serveClones(page: Page, original: Video, count: number): Promise<ClonedFeed> {
  const videos = Array.from({ length: count }, (_, i) => clone(original, i, `Clone ${i + 1}`))
  let interference: ((route: Route) => Promise<void>) | undefined
  await page.route(/\/api\/videos(\?|$)/, async (route) => {
    if (interference) return interference(route)
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
    const end = from + PAGE_SIZE
    const reply: VideoPage = {
      videos: videos.slice(from, end),
      nextCursor: end < videos.length ? String(end) : null,
    }
    await route.fulfill({ json: reply })
  })
  await page.route(/\/api\/videos\/[0-9a-f]{8}-0000-/, (route) => answerAboutOne(route, videos))
  return {
    videos,
    publish: (title) => void videos.unshift(clone(original, -videos.length, title)),
    interfere: (how) => void (interference = how),
  }
}

/** Returns a copy of a clip. @param age Age in minutes. */
function clone(original: Video, age: number, title: string): Video {
  const id = original.id.replace(/^(.{8})-.{4}/, `${(0x10000000 + age).toString(16)}-0000`)
  const createdAt = new Date(Date.UTC(2026, 0, 1) - age * 60_000).toISOString()
  // Each clip has its own poster address, so that a test sees which posters are requested.
  return { ...original, id, title, createdAt, status: 'ready', previewUrl: null, thumbnailUrl: `/favicon.svg?${id}` }
}

async function answerAboutOne(route: Route, videos: Video[]): Promise<void> {
  const [, id = '', rest = ''] = /videos\/([^/?]+)\/?([a-z-]*)/.exec(route.request().url()) ?? []
  const video = videos.find((one) => one.id === id)
  if (rest === 'comments') await route.fulfill({ json: { comments: [], nextCursor: null } })
  else if (rest === 'similar') await route.fulfill({ json: { videos: [], because: {}, nextCursor: null } })
  else if (rest === 'lineage') {
    await route.fulfill({ json: { parents: [], remixesCount: 0, license: null, whyNoRemix: null } })
  } else if (rest === 'view') await route.fulfill({ json: { viewsCount: 1 } })
  else if (video && rest === '') await route.fulfill({ json: video })
  else await route.fallback()
}

/** Opens the feed from within the app, which shows no splash, and waits until its cards have their places. */
export async function openWall(page: Page): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('banner').getByRole('link', { name: 'Reverie' }).click()
  await page.getByRole('feed').getByRole('article').first().waitFor()
  await untilDrawn(page)
}

export function clonedCard(page: Page, number: number): Locator {
  return page.getByRole('article', { name: `Clone ${number}`, exact: true })
}

export interface Box {
  number: number
  x: number
  y: number
  width: number
  height: number
}

/** Returns the positions of all cards in the page, in document coordinates. */
export function boxes(page: Page): Promise<Box[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('article')].map((card) => {
      const { x, y, width, height } = card.getBoundingClientRect()
      return { number: Number(card.getAttribute('aria-posinset')), x, y: y + scrollY, width, height }
    }),
  )
}
