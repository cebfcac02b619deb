import type { Page } from '@playwright/test'
import { startProduct, type Product } from './server.ts'
import { type Person, test } from '../test.ts'

const startUsual = () => startProduct({}, { makesRenditions: false, sharesPostgres: true })

/**
 * Returns a `test` for files that need their own site, for example because they appoint moderators. On a site with
 * moderators, comments of new accounts may become pending. The queue would contain the cases of other tests.
 *
 * @param start Starts the site. By default with the usual settings and without renditions.
 */
export function onOwnSite<Site extends Product = Product>(start = startUsual as () => Promise<Site>) {
  // The tests of a file run one after another. On several workers, each worker would start a site.
  test.describe.configure({ mode: 'default' })
  return test.extend<{ openAs: (person: Person) => Promise<Page> }, { site: Site }>({
    site: [
      async ({}, use) => {
        const site = await start()
        await use(site)
        await site.stop()
      },
      { scope: 'worker', timeout: 300_000 },
    ],
    baseURL: ({ site }, use) => use(site.url),
    dataDir: ({ site }, use) => use(site.dataDir),
    /** Opens a separate browser context with the person's session. */
    openAs: ({ browser, site }, use) =>
      use(async ({ request }) => {
        const session = { baseURL: site.url, storageState: await request.storageState() }
        return (await browser.newContext({ ...session, reducedMotion: 'reduce' })).newPage()
      }),
  })
}
