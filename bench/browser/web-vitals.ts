import type { Page } from '@playwright/test'

declare global {
  interface Window {
    vitals: Vitals
  }
}

export interface Vitals {
  /** Milliseconds after the start of the navigation. */
  fcp: number
  lcp: number
  cls: number
  /** The slowest response to a click or a key so far, in steps of 8 ms. Responses below 16 ms count as 0. */
  inp: number
}

interface Entries {
  paint: PerformanceEntry
  'largest-contentful-paint': PerformanceEntry
  'layout-shift': LayoutShift
  event: PerformanceEventTiming
}

/**
 * Runs in the page before the page's own code. Lighthouse is not used, because it misses everything after the splash.
 */
function observe(): void {
  const vitals = { fcp: 0, lcp: 0, cls: 0, inp: 0 }
  window.vitals = vitals
  const on = <T extends keyof Entries>(type: T, hear: (entry: Entries[T]) => void, options?: PerformanceObserverInit) =>
    new PerformanceObserver((list) => (list.getEntries() as Entries[T][]).forEach(hear)).observe({
      type,
      buffered: true,
      ...options,
    })
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') vitals.fcp = startTime
  })
  on('largest-contentful-paint', ({ startTime }) => {
    vitals.lcp = startTime
  })
  on('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) vitals.cls += value
  })
  const hearEvent = ({ interactionId, duration }: PerformanceEventTiming) => {
    if (interactionId) vitals.inp = Math.max(vitals.inp, duration)
  }
  on('event', hearEvent, { durationThreshold: 16 })
}

export function observeVitals(page: Page): Promise<unknown> {
  return page.addInitScript(observe)
}

export function readVitals(page: Page): Promise<Vitals> {
  return page.evaluate(() => window.vitals)
}
