import { flushSync } from 'react-dom'
import type { AroundNavHandler } from 'wouter'
import { prefersReducedMotion } from './reduced-motion.ts'

let navigated = false

/** Whether the route has changed since the page was loaded. */
export function hasNavigated(): boolean {
  return navigated
}

/** Returns the address of the current page, without its origin. */
export function currentPath(): string {
  return location.pathname + location.search
}

addEventListener('popstate', () => {
  navigated = true
})

/** Wraps every `navigate()` and `<Link>`. Those with `transition` run as a view transition. */
export const aroundNavigation: AroundNavHandler = (navigate, to, options) => {
  // As in browsers, a link to the current page adds no history entry. The state can make it another page.
  const isHere = to === currentPath() && history.state === null && !options?.state
  if (isHere) return navigate(to, { ...options, replace: true })
  navigated = true
  // The focused element is about to be removed. The heading of the new page takes the focus.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  if (options?.transition) transition(() => flushSync(() => navigate(to, options)))
  else navigate(to, options)
}

/** Goes back one page like the browser, with a view transition. */
export function goBack(): void {
  transition(
    () =>
      new Promise<void>((done) => {
        addEventListener('popstate', () => setTimeout(done), { once: true })
        history.back()
      }),
  )
}

function transition(update: () => void | Promise<void>): void {
  if (prefersReducedMotion() || !document.startViewTransition) void update()
  // Even if the browser skips the view transition, for example after a resize, the page has been updated.
  else document.startViewTransition(update).ready.catch(() => undefined)
}
