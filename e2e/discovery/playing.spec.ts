import type { Page } from '@playwright/test'
import { boxes, clonedCard, openWall, serveClones, test } from './cloned-wall.ts'
import { expect, inMotion } from '../support/test.ts'
import { resize } from '../support/layout.ts'

declare global {
  interface Window {
    createdVideos: number
  }
}

test.use(inMotion)

const playing = (page: Page) =>
  page.locator('article video').evaluateAll((all: HTMLVideoElement[]) => all.filter(({ paused }) => !paused).length)
const existing = (page: Page) => page.locator('article video').count()

test('the window’s width limits how many clips play, each at least half visible', async ({ page, original }) => {
  await serveClones(page, original, 24)
  for (const [width, height, cap] of [
    [1280, 1600, 6],
    [800, 1600, 2],
    [390, 800, 1],
  ] as const) {
    await test.step(`${cap} at ${width} px`, async () => {
      await resize(page, { width, height })
      await openWall(page)
      await expect.poll(() => playing(page)).toBe(cap)
      expect(await existing(page)).toBe(cap)
      const shares = await page.locator('article video').evaluateAll((videos) =>
        videos.map((video) => {
          const box = video.getBoundingClientRect()
          return (Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)) / box.height
        }),
      )
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.5)

      await hideTab(page, true)
      await expect.poll(() => playing(page)).toBe(0)
      await hideTab(page, false)
      await expect.poll(() => playing(page)).toBe(cap)
    })
  }

  await page.getByRole('button', { name: 'Pause all' }).click()
  await expect.poll(() => existing(page)).toBe(0)
  await page.getByRole('button', { name: 'Play all' }).click()
  await expect.poll(() => playing(page)).toBeGreaterThan(0)
})

function hideTab(page: Page, hidden: boolean) {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

// Pauses the browser's own clock between steps, because a busy machine would scroll in jumps.
test('fast scrolling creates no video, and playback starts 700 ms afterwards @deep', async ({ page, original }) => {
  await serveClones(page, original, 96)
  await page.clock.install()
  await openWall(page)
  await expect.poll(() => playing(page)).toBeGreaterThan(0)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.evaluate(() => {
    window.createdVideos = 0
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node.nodeName === 'VIDEO') window.createdVideos++
        if (node instanceof Element) window.createdVideos += node.querySelectorAll('video').length
      }
    }).observe(document.body, { childList: true, subtree: true })
  })
  for (let frame = 0; frame < 40; frame++) {
    await page.evaluate(
      () =>
        new Promise<void>((scrolled) => {
          addEventListener('scroll', () => scrolled(), { once: true })
          scrollBy(0, 60)
        }),
    )
    await page.clock.runFor(16)
  }
  await expect.poll(() => existing(page)).toBe(0)
  expect(await page.evaluate(() => window.createdVideos)).toBe(0)
  await page.clock.runFor(700)
  await expect.poll(() => playing(page)).toBeGreaterThan(0)
})

test('with reduced motion a clip plays only while it is hovered or focused', async ({ page, original }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await serveClones(page, original, 24)
  await openWall(page)
  await clonedCard(page, 2).hover()
  await expect.poll(() => playing(page)).toBe(1)
  await expect(clonedCard(page, 2).locator('video')).toBeAttached()
  await page.getByRole('heading', { level: 1 }).hover()
  await expect.poll(() => existing(page)).toBe(0)
  await page.mouse.move(0, 0)
  await clonedCard(page, 3).getByRole('link').first().focus()
  await expect(clonedCard(page, 3).locator('video')).toBeAttached()
  await clonedCard(page, 3).getByRole('link').first().blur()
  await expect.poll(() => existing(page)).toBe(0)
})

test('only the first six posters and those near the screen load @deep', async ({ page, original }) => {
  await resize(page, { width: 390, height: 800 })
  const fetched = new Set<string>()
  page.on('request', (request) => request.resourceType() === 'image' && fetched.add(request.url().split('?')[1] ?? ''))
  const { videos } = await serveClones(page, original, 24)
  await openWall(page)
  const wanted = (from: number, to: number) => videos.slice(from, to).map(({ id }) => id)
  await expect.poll(() => wanted(0, 6).filter((id) => fetched.has(id)).length).toBe(6)
  expect(wanted(6, 24).filter((id) => fetched.has(id))).toEqual([])
  const sixth = (await boxes(page)).find(({ number }) => number === 6)!
  const bringSeventhTo = (belowPx: number) =>
    page.evaluate((bottom) => scrollTo(0, bottom - innerHeight), sixth.y + sixth.height - belowPx)
  await bringSeventhTo(300)
  await expect(clonedCard(page, 7)).toBeAttached()
  await expect(clonedCard(page, 7).locator('img')).toHaveCount(0)
  await bringSeventhTo(100)
  await expect.poll(() => fetched.has(videos[6]!.id)).toBe(true)
  expect(wanted(7, 24).filter((id) => fetched.has(id))).toEqual([])
})
