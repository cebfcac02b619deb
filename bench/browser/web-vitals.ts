import type { Page } from '@playwright/test'

export interface Vitals {
  /** Milliseconds after the navigation began. */
  fcp: number
  lcp: number
  cls: number
  /** The slowest answer to a click or a key so far, in steps of 8 ms: below 16 is 0. */
  inp: number
}

/** Runs in the page before anything of it does. Lighthouse misses what comes after the splash, so it is not used. */
const observe = `
  window.vitals = { fcp: 0, lcp: 0, cls: 0, inp: 0 }
  const on = (type, hear, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({ type, buffered: true, ...options })
  on('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') vitals.fcp = startTime })
  on('largest-contentful-paint', ({ startTime }) => { vitals.lcp = startTime })
  on('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) vitals.cls += value })
  on('event', ({ interactionId, duration }) => {
    if (interactionId) vitals.inp = Math.max(vitals.inp, duration)
  }, { durationThreshold: 16 })`

export function observeVitals(page: Page): Promise<unknown> {
  return page.addInitScript(observe)
}

export function readVitals(page: Page): Promise<Vitals> {
  return page.evaluate<Vitals>('vitals')
}
