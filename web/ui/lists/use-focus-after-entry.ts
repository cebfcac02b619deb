import { useEffect, useRef } from 'react'
import { focusContent, isFocusLost } from '../../page/focus.ts'

/**
 * Moves the focus to the page's content if it was in an entry or a list that is no longer shown, for example after a
 * decision about the last entry.
 *
 * @param shown Identifies the entry or the list. `undefined` if there is none.
 */
export function useFocusAfterEntry(shown: string | undefined): void {
  const before = useRef(shown)
  useEffect(() => {
    const hasLeft = before.current !== undefined && before.current !== shown
    before.current = shown
    if (hasLeft && isFocusLost()) focusContent()
  }, [shown])
}
