import { type BrowserContext, expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    /** Sum of all layout shifts without user input, and a description of the largest. */
    shifts: { sum: number; largest: string }
  }
}

/** Largest acceptable cumulative layout shift of a page. */
const MAX_SHIFT = 0.01

/** Sums up the layout shifts of each page that is opened from now on, for `expectSteady`. */
export async function observeShifts(target: Page | BrowserContext): Promise<void> {
  await target.addInitScript(() => {
    window.shifts = { sum: 0, largest: '' }
    let most = 0
    const describe = ({ node, previousRect, currentRect }: LayoutShift['sources'][number]) =>
      `${(node as Element | null)?.outerHTML?.slice(0, 80)} from ${previousRect.y} to ${currentRect.y}`
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue
        window.shifts.sum += value
        if (value <= most) continue
        most = value
        window.shifts.largest = sources.map(describe).join('\n')
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Expects that the layout of the page has not shifted since it was opened. The test goes on after a failure. */
export async function expectSteady(page: Page): Promise<void> {
  const { sum, largest } = await page.evaluate(() => window.shifts)
  expect.soft(sum, `${page.url()}: ${largest}`).toBeLessThanOrEqual(MAX_SHIFT)
}
