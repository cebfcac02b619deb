import { expect, type Page, type Request } from '@playwright/test'

/**
 * Expects `open` to open `address` in a new tab and leave `page` where it is.
 *
 * The new tab is recognised by its request. Waiting for the tab itself may hang. Chromium sometimes does not report
 * that the new tab of a link has loaded.
 */
export async function expectNewTab(page: Page, address: string, open: () => Promise<void>): Promise<void> {
  const before = page.url()
  const asked = page.context().waitForEvent('request', (request) => isOutside(request, page))
  await open()
  expect((await asked).url()).toBe(address)
  expect(page.url()).toBe(before)
}

/** Whether the request navigates another tab. */
function isOutside(request: Request, page: Page): boolean {
  if (!request.isNavigationRequest()) return false
  try {
    return request.frame().page() !== page
  } catch {
    return true // Playwright does not know the tab yet.
  }
}
