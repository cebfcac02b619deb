import type { RefObject } from 'react'
import { useEffect } from 'react'

/**
 * Allows the focus to enter a region while a modal dialog is open. The dialog's focus trap listens on the document, so
 * the region stops its focus events before they get there. React listens on a nearer element and still receives them.
 */
export function useReachableRegion(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const keepFromTrap = (event: FocusEvent) => {
      const goesTo = event.type === 'focusin' ? event.target : event.relatedTarget
      if (goesTo instanceof Node && region.current?.contains(goesTo)) event.stopPropagation()
    }
    const html = document.documentElement
    html.addEventListener('focusin', keepFromTrap)
    html.addEventListener('focusout', keepFromTrap)
    return () => {
      html.removeEventListener('focusin', keepFromTrap)
      html.removeEventListener('focusout', keepFromTrap)
    }
  }, [region])
}
