import type { RefObject } from 'react'
import { useEffect } from 'react'

/**
 * Lets the focus into a region while a modal dialog is open. The dialog's focus trap listens on the document; it does not
 * hear of the focus that goes into the region. React, which listens further in, does.
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
