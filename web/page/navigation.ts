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

let leavingQuestion: string | undefined

/** Asks before the page is left, within the app or for another site, until the returned function is called. */
export function guardLeaving(question: string): () => void {
  leavingQuestion = question
  // The browser asks in its own words.
  const refuse = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', refuse)
  return () => {
    leavingQuestion = undefined
    removeEventListener('beforeunload', refuse)
  }
}

function mayLeave(): boolean {
  if (leavingQuestion !== undefined && !confirm(leavingQuestion)) return false
  leavingQuestion = undefined
  return true
}

let comingBack = false

// This module listens before the router does, and can keep a refused step from it.
addEventListener('popstate', (event) => {
  if (comingBack) {
    comingBack = false
    event.stopImmediatePropagation()
  } else if (mayLeave()) {
    navigated = true
  } else {
    // The address has changed already; Back is by far the commonest way, so forward undoes it.
    event.stopImmediatePropagation()
    comingBack = true
    history.forward()
  }
})

/** Every `navigate()` and `<Link>` passes here. Those with `transition` grow one view into the next. */
export const aroundNavigation: AroundNavHandler = (navigate, to, options) => {
  if (!mayLeave()) return
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
