import { expect, type Page, type Request } from '@playwright/test'

/**
 * Sees a tab opened beside `page`, by the address that it asks for.
 *
 * The tab itself is not looked at: of one that a link opens, Chromium now and then does not tell the tools that watch it
 * that its page has come, and Playwright waits for that forever, although the tab shows it.
 */
export async function expectNewTab(page: Page, address: string, open: () => Promise<void>): Promise<void> {
  const before = page.url()
  const asked = page.context().waitForEvent('request', (request) => isOutside(request, page))
  await open()
  expect((await asked).url()).toBe(address)
  expect(page.url()).toBe(before)
}

/** Whether it asks for the page of another tab. */
function isOutside(request: Request, page: Page): boolean {
  if (!request.isNavigationRequest()) return false
  try {
    return request.frame().page() !== page
  } catch {
    return true // Of a tab that Playwright does not know yet.
  }
}
