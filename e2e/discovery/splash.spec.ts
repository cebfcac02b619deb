import type { Page } from '@playwright/test'
import { serveClones, test } from './cloned-wall.ts'
import { expect, inMotion } from '../support/test.ts'

test.use(inMotion)

const line = (page: Page) => page.getByText('The OS for your imagination')

test('the splash is shown for three seconds and until the feed has loaded @deep', async ({ page, original }) => {
  const feed = await serveClones(page, original, 0)
  /** Holds the feed back until the returned function is called. */
  const holdList = () => {
    const held = Promise.withResolvers<void>()
    feed.interfere(async (route) => {
      await held.promise
      await route.fulfill({ json: { videos: [], nextCursor: null } })
    })
    return held.resolve
  }
  const splash = line(page)

  await test.step('with reduced motion nothing moves, and an empty feed also ends the splash', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const release = holdList()
    await page.goto('/')
    await expect(splash).toBeVisible()
    const moving = () => document.querySelector('#splash')!.getAnimations({ subtree: true }).length
    expect(await page.evaluate(moving)).toBe(0)
    await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(3_700)
    await expect(splash).toBeVisible()
    release()
    await expect(splash).toBeHidden()
    await expect(page.getByRole('heading', { name: 'No videos yet' })).toBeVisible()
    expect(await page.evaluate(() => document.querySelector('#root')!.getAnimations().length)).toBe(0)
  })

  await test.step('with motion the splash is shown once for three seconds', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const release = holdList()
    await page.goto('/')
    await expect(splash).toBeVisible()
    release()
    await expect(splash).toBeHidden()
    expect(await page.evaluate(() => performance.now())).toBeGreaterThan(3_300)
    await page.getByRole('link', { name: /Sign in/ }).click()
    const home = page.getByRole('link', { name: /Reverie/ })
    await home.first().click()
    await expect(page).toHaveURL('/')
    await expect(splash).toBeHidden()
  })
})
