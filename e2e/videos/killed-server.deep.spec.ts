import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
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
