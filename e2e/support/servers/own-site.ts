import { startProduct, type Product } from './server.ts'
import { test } from '../test.ts'

/**
 * The tests of a file that need a site of their own: where somebody looks after the site, newcomers' comments may wait,
 * and cases of other tests would stand in the queue.
 */
export function onOwnSite() {
  return test.extend<object, { site: Product }>({
    site: [
      async ({}, use) => {
        const site = await startProduct({}, { makesRenditions: false })
        await use(site)
        await site.stop()
      },
      { scope: 'worker', timeout: 300_000 },
    ],
    baseURL: ({ site }, use) => use(site.url),
    dataDir: ({ site }, use) => use(site.dataDir),
  })
}
