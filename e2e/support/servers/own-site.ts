import { startProduct, type Product } from './server.ts'
import { test } from '../test.ts'

/**
 * Returns a `test` for files that need their own site, because they appoint moderators. On a site with moderators,
 * comments of new accounts may become pending. The queue would contain the cases of other tests.
 */
export function onOwnSite() {
  // The tests of a file run one after another. On several workers, each worker would start a site.
  test.describe.configure({ mode: 'default' })
  return test.extend<object, { site: Product }>({
    site: [
      async ({}, use) => {
        const site = await startProduct({}, { makesRenditions: false, sharesPostgres: true })
        await use(site)
        await site.stop()
      },
      { scope: 'worker', timeout: 300_000 },
    ],
    baseURL: ({ site }, use) => use(site.url),
    dataDir: ({ site }, use) => use(site.dataDir),
  })
}
