import type { Browser, BrowserContext, Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { expectToFit, phones } from './layout.ts'
import { expect, test } from './test.ts'

interface Look {
  /** Ends the names of people, who are others in each look; empty in the quick run. */
  id: string
  width: number
  height: number
  theme: 'dark' | 'light'
}

/** The quick run has the first; what the others see is for the deep one. */
const looks: Look[] = [
  { id: '', width: 1280, height: 800, theme: 'dark' },
  { id: '360light', width: 360, height: 780, theme: 'light' },
  { id: '360dark', width: 360, height: 780, theme: 'dark' },
  { id: '768light', width: 768, height: 1024, theme: 'light' },
  { id: '1920dark', width: 1920, height: 1080, theme: 'dark' },
]

/** The same journeys on a phone, a tablet, a laptop and a wide screen, in both themes. */
export function inEveryLook(journeys: (look: Look) => void): void {
  for (const look of looks) {
    const { id, width, height, theme } = look
    test.describe(id === '' ? 'at 1280 px in dark' : `at ${width} px in ${theme} @deep`, () => {
      test.use({ viewport: { width, height } })
      test.beforeEach(({ context }) => dress(context, look))
      journeys(look)
    })
  }
}

/** A page of a site that a test has started itself. */
export async function openIn(look: Look, browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: look, reducedMotion: 'reduce' })
  await dress(context, look)
  return context.newPage()
}

function dress(context: BrowserContext, { theme }: Look): Promise<unknown> {
  return context.addInitScript((chosen) => {
    // An empty page has no storage.
    if (location.protocol !== 'about:') localStorage.setItem('theme', chosen)
  }, theme)
}

/** What stands on the page is right: for axe, in both themes; in the deep run it is no wider than the window of any size. */
export async function inspect(page: Page, { id, width, height }: Look): Promise<void> {
  expect(await violationsOf(page)).toEqual([])
  if (id === '') return
  await expectToFit(page, phones)
  await page.setViewportSize({ width, height })
}
