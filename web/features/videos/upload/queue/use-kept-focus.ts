import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus to the list's heading when the focused button disappears with its row. Otherwise the keyboard user
 * would continue at the top of the page.
 *
 * @returns The ref for the heading, which needs a `tabIndex` of -1.
 */
export function useKeptFocus(rows: number): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(rows)
  useLayoutEffect(() => {
    const hasLostFocus = rows < before.current && document.activeElement === document.body
    // The list itself is removed with its last row.
    if (hasLostFocus) (heading.current ?? document.getElementById('content'))?.focus({ preventScroll: true })
    before.current = rows
  }, [rows])
  return heading
}
