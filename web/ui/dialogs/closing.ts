import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'

/**
 * Closes a dialog on Escape even while a toast is shown. The primitives treat the toast as the top layer, and only the
 * top layer receives the key. They prevent the default of keys that they have handled.
 */
export function closeOnEscape(onClose: (() => void) | undefined) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // Keeps the parent dialog open, if this one was opened from another.
    event.stopPropagation()
    onClose?.()
  }
}

/**
 * Returns the element to focus after a dialog has closed if the element that had the focus before is gone or there was
 * none.
 */
export type FindSubstitute = () => HTMLElement | null

/**
 * Returns a handler that returns the focus to the element that had it when the dialog opened. The primitives do so
 * only for dialogs with a trigger. A dialog that is mounted only while open has none.
 */
export function useReturnFocus(findSubstitute?: FindSubstitute): (event: Event) => void {
  const [{ opener, path }] = useState(() => ({ opener: document.activeElement, path: location.pathname }))
  return (event) => {
    event.preventDefault()
    // The dialog closed a moment ago. A control that the viewer has reached meanwhile keeps the focus.
    if (!document.activeElement?.matches('body, [role=dialog], [role=alertdialog]')) return
    const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected
    if (isThere) opener.focus({ preventScroll: true })
    // If the dialog navigated to another page, that page sets the focus itself.
    else if (location.pathname === path) findSubstitute?.()?.focus({ preventScroll: true })
  }
}

/**
 * Calls `ask` instead of going back or forward while `dirty`. Browsers allow this once after each press or key, so that
 * a page cannot trap its user. Browsers without the Navigation API go back at once.
 */
export function useAskBeforeBack(dirty: boolean, ask: () => void): void {
  const onTraverse = useEffectEvent((event: NavigateEvent) => {
    if (!dirty || event.navigationType !== 'traverse' || !event.cancelable) return
    event.preventDefault()
    ask()
  })
  useEffect(() => {
    const { navigation } = globalThis as { navigation?: Navigation }
    navigation?.addEventListener('navigate', onTraverse)
    return () => navigation?.removeEventListener('navigate', onTraverse)
  }, [])
}
