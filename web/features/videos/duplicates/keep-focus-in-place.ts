import { flushSync } from 'react-dom'

/**
 * Shows a change that may grow the page above the focused field. A field that is in view stays where it is on the
 * screen. Otherwise the user is reading another part of the page, which does not scroll.
 */
export function keepFocusInPlace(change: () => void): void {
  const focused = document.activeElement
  const before = focused?.getBoundingClientRect()
  flushSync(change)
  if (!focused || !before || focused === document.body || before.bottom <= 0 || before.top >= innerHeight) return
  scrollBy({ top: focused.getBoundingClientRect().top - before.top, behavior: 'instant' })
}
