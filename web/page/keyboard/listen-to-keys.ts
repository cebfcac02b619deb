import { isPageCovered } from '../page-cover.ts'

/**
 * Handles keys wherever the focus is. Ignores keys that are already handled, keys with Alt or Meta, and all keys while a
 * dialog covers the page.
 *
 * @param actionOf Returns the action of a key, or `undefined` to leave the key to the browser.
 * @returns A function that removes the listener.
 */
export function listenToKeys(actionOf: (event: KeyboardEvent) => (() => void) | undefined): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.metaKey || isPageCovered()) return
    const act = actionOf(event)
    if (!act) return
    event.preventDefault()
    act()
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}
