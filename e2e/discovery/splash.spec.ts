import type { Page } from '@playwright/test'
import { serveClones, test } from './cloned-wall.ts'
import { expect, inMotion } from '../support/test.ts'

test.use(inMotion)

const line = (page: Page) => page.getByText('The OS for your imagination')

test('the splash tells its line, leaves after three seconds, and does not come back within the app @deep', async ({
  page,
}) => {
  // It waits for the list, which comes once it has been seen.
  const seen = Promise.withResolvers<void>()
  await page.route(/\/api\/videos(\?|$)/, (route) => seen.promise.then(() => route.continue()))
  await page.goto('/')
  const splash = line(page)
  await expect(splash).toBeVisible()
  seen.resolve()
  await expect(splash).toBeHidden()
  const shownMs = await page.evaluate(() => performance.now())
  expect(shownMs).toBeGreaterThan(3_300)
  await page.getByRole('link', { name: /Sign in/ }).click()
  await page
    .getByRole('link', { name: /Reverie/ })
    .first()
    .click()
  await expect(page).toHaveURL('/')
  await expect(splash).toBeHidden()
})

test('it stays until the list is there, and an empty site leaves it, too; with reduced motion nothing moves @deep', async ({
  page,
  original,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const feed = await serveClones(page, original, 0)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  feed.interfere(async (route) => {
    await held
    await route.fulfill({ json: { videos: [], nextCursor: null } })
  })
  await page.goto('/')
  await expect(line(page)).toBeVisible()
  expect(await page.evaluate(() => document.querySelector('#splash')!.getAnimations({ subtree: true }).length)).toBe(0)
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(3_700)
  await expect(line(page)).toBeVisible()
  release()
  await expect(line(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'No videos yet' })).toBeVisible()
  expect(await page.evaluate(() => document.querySelector('#root')!.getAnimations().length)).toBe(0)
})
