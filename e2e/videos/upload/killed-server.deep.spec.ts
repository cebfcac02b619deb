import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { onOwnSite } from '../../support/servers/own-site.ts'
import { expectPublished, heavyClip, LOST, openUpload, send } from './partial-upload.ts'
import { expect } from '../../support/test.ts'

// A separate server, because the test kills and restarts it.
const test = onOwnSite()

/** Polls every 20 ms. Playwright's default intervals grow to one second, which is longer than these states last. */
const often = { intervals: [20] }

test.use({ expectedErrors: [/net::ERR_/] })

test('an upload waits while the server is down and continues after the restart', async ({ page, site }) => {
  await openUpload(page)
  const letThrough = await throttle(page)
  await send(page, 'Through a crash')
  const bar = page.getByRole('progressbar', { name: 'Upload' })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow')), often).toBeGreaterThan(15)
  await expect.poll(() => arrivedShare(site.dataDir), often).toBeGreaterThan(0.01)
  await site.crash()
  await expect(page.getByText(LOST)).toBeVisible()
  await letThrough()
  // Holds the next request until the test has seen the message.
  const seen = Promise.withResolvers<void>()
  await page.route(/\/resumable(\?|$)/, async (route) => {
    if (route.request().method() === 'PATCH') await seen.promise
    await route.continue()
  })
  await site.restart()
  await expect(page.getByText(/^Continuing from [1-9]\d?%$/)).toBeVisible()
  seen.resolve()
  await expectPublished(page, 'Through a crash')
})

/**
 * Slows the network so that the heavy clip takes 15 s. Even a busy machine can then act in the middle. Returns a
 * function that ends the throttling.
 */
async function throttle(page: Page): Promise<() => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page)
  const emulate = (uploadThroughput: number) => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
    return devtools.send('Network.emulateNetworkConditions', conditions)
  }
  await emulate((await stat(heavyClip())).size / 15)
  return () => emulate(-1)
}

/** Returns the share of the current upload that the server has on its disk, from 0 to 1. */
async function arrivedShare(dataDir: string): Promise<number> {
  const folder = join(dataDir, 'objects', 'resumable')
  const [part] = await readdir(folder)
  return part ? (await stat(join(folder, part))).size / (await stat(heavyClip())).size : 0
}
