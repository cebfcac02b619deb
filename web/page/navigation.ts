import { flushSync } from 'react-dom'
import type { AroundNavHandler } from 'wouter'

let navigated = false

/** Whether the route has changed since the page was loaded. */
export function hasNavigated(): boolean {
  return navigated
}

/** The address of the page that is shown, within this site. */
export function here(): string {
  return location.pathname + location.search
}

addEventListener('popstate', () => {
  navigated = true
})

/** Every `navigate()` and `<Link>` passes here. Those with `transition` grow one view into the next. */
export const aroundNavigation: AroundNavHandler = (navigate, to, options) => {
  navigated = true
  // The element that had the focus is about to go; the new page's heading takes it.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  if (options?.transition) transition(() => flushSync(() => navigate(to, options)))
  else navigate(to, options)
}

/** Goes back one page as the browser does, with the view shrinking into the one before. */
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
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (calm || !document.startViewTransition) void update()
  // A transition that the browser gives up (the window was resized, say) has updated the page all the same.
  else document.startViewTransition(update).ready.catch(() => undefined)
}
