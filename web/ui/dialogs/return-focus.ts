import { useState } from 'react'

/**
 * Returns a handler that gives the focus back to the element that had it when the dialog opened. The primitives do so
 * only for dialogs with a trigger, and a dialog that is mounted only while open has none.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  }
}
