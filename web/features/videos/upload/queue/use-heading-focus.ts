import { type RefObject, useLayoutEffect, useRef } from 'react'
import { focusContent, isFocusLost } from '../../../../page/focus.ts'

/**
 * Moves the focus to the list's heading when the focused button disappears with its row. Otherwise the keyboard user
 * would continue at the top of the page.
 *
 * @returns The ref for the heading, which needs a `tabIndex` of -1.
 */
export function useHeadingFocus(rows: number): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(rows)
  useLayoutEffect(() => {
    const wasFocusRemoved = rows < before.current && isFocusLost()
    before.current = rows
    if (!wasFocusRemoved) return
    // The list itself is removed with its last row.
    if (heading.current) heading.current.focus({ preventScroll: true })
    else focusContent()
  }, [rows])
  return heading
}
