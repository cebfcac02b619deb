import { isPageCovered, subscribeToCover } from './page-cover.ts'

/**
 * Runs a function once the page has loaded, nothing covers it and the browser is idle.
 *
 * @returns A function that cancels it.
 */
export function whenIdle(act: () => void): () => void {
  const controller = new AbortController()
  let stopWaiting = () => {}
  const soon = () => {
    if (document.readyState !== 'complete' || isPageCovered()) return
    controller.abort()
    stopWaiting()
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(act)
    else setTimeout(act)
  }
  stopWaiting = subscribeToCover(soon)
  addEventListener('load', soon, { signal: controller.signal })
  soon()
  return () => {
    controller.abort()
    stopWaiting()
  }
}
