import { useState } from 'react'

/**
 * What had the focus when a dialog opened gets it back when the dialog closes. A dialog that is rendered only while it
 * is open has no trigger of its own, and the primitives give the focus back to triggers only.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  }
}
