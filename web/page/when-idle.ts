import { isPageCovered, subscribeToCover } from './page-cover.ts'

/**
 * Acts once the page has loaded, nothing covers it (the splash, that is) and the browser has nothing better to do.
 *
 * @returns What calls it off.
 */
export function whenIdle(act: () => void): () => void {
  const controller = new AbortController()
  let stopWaiting = () => {}
  const soon = () => {
    if (document.readyState !== 'complete' || isPageCovered()) return
    controller.abort()
    stopWaiting()
    // Safari has no idle callbacks.
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
