import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { objectIdIn } from '../../server/features/videos/upload/upload-address.ts'
import { expectToast, lightClip, publishQuickly, signUpQuickly } from '../support/people.ts'
import { type Product, startProduct } from '../support/servers/server.ts'
import { expectPublished, heavyClip, LOST, openUpload, send } from './partial-upload.ts'
import { expect, test as base } from '../support/test.ts'

// A server of its own, which is killed and comes back.

const test = base.extend<object, { product: Product }>({
  product: [
    async ({}, use) => {
      const product = await startProduct({}, { makesRenditions: false })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
})
/** What is waited for here is over within the second that a poll would pause by itself. */
const often = { intervals: [20] }

test.use({ expectedErrors: [/net::ERR_/] })

test('killed in the middle of an upload: the page says that it waits, and goes on when it is back', async ({
  page,
  product,
}) => {
  await openUpload(page)
  const letThrough = await throttle(page)
  await send(page, 'Through a crash')
  const bar = page.getByRole('progressbar', { name: 'Upload' })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow')), often).toBeGreaterThan(15)
  await expect.poll(() => arrivedShare(product.dataDir), often).toBeGreaterThan(0.01)
  await product.crash()
  await expect(page.getByText(LOST)).toBeVisible()
  await letThrough()
  // What goes on is held until that has been seen.
  const seen = Promise.withResolvers<void>()
  await page.route(/\/resumable(\?|$)/, async (route) => {
    if (route.request().method() === 'PATCH') await seen.promise
    await route.continue()
  })
  await product.restart()
  await expect(page.getByText(/^Continuing from [1-9]\d?%$/)).toBeVisible()
  seen.resolve()
  await expectPublished(page, 'Through a crash')
})

// Damaged while the server is away: nothing else comes before the making of its poster for certain.
test('a failed clip tells its owner why, who can have it tried again', async ({ page, browser, product }) => {
  await signUpQuickly(page, 'retries')
  const { id, videoUrl } = await publishQuickly(page, { title: 'At the second try' })
  const object = objectIdIn(videoUrl)!
  const original = join(product.dataDir, 'objects', object.slice(0, 2), object)
  const find = async () => (await (await page.request.get(`/api/videos/${id}`)).json()) as object
  await product.crash()
  await truncate(original, 100)
  await product.restart({ makesRenditions: true })
  await expect.poll(find).toMatchObject({ status: 'failed' })
  await writeFile(original, await readFile(lightClip()))

  await page.goto(`/video/${id}`)
  await expect(page.getByText(/ damaged.* upload it again as MP4\.$/)).toBeVisible()
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`/video/${id}`)
  await expect(visitor.getByRole('heading', { level: 1, name: 'At the second try' })).toBeVisible()
  await expect(visitor.getByText(/ damaged/)).toBeHidden()

  const retry = page.getByRole('button', { name: 'Try again' })
  await page.route(/\/retry$/, (route) => route.fulfill({ status: 429, json: { message: 'Too many attempts.' } }))
  await retry.click()
  await expectToast(page, 'We couldn’t try again', 'Too many attempts.')
  await page.unroute(/\/retry$/)
  // The page hears that it has begun, and not that it is done before that has been seen.
  let answers = 0
  const seen = Promise.withResolvers<void>()
  await page.route(`**/api/videos/${id}`, async (route) => {
    if (answers++ > 0) await seen.promise
    await route.continue()
  })
  await retry.press('Enter')
  await expect(page.getByText(/Making the/)).toBeVisible()
  await expect(retry).toBeHidden()
  await expect(page.locator(':focus')).toContainText(/Making the/)
  seen.resolve()
  await expect.poll(find).toMatchObject({ status: 'ready', failureReason: null })
})

/** Lets the heavy clip take 15 s: so long that a busy machine does not miss its middle. Answers with what ends that. */
async function throttle(page: Page): Promise<() => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page)
  const emulate = (uploadThroughput: number) => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
    return devtools.send('Network.emulateNetworkConditions', conditions)
  }
  await emulate((await stat(heavyClip())).size / 15)
  return () => emulate(-1)
}

/** How much of the upload that is under way the server has on its disk. */
async function arrivedShare(dataDir: string): Promise<number> {
  const folder = join(dataDir, 'objects', 'resumable')
  const [part] = await readdir(folder)
  return part ? (await stat(join(folder, part))).size / (await stat(heavyClip())).size : 0
}
