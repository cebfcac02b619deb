import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * When the button that has the focus goes away with its row, the list's heading gets it: a keyboard goes on from there,
 * and not from the top of the page.
 *
 * @returns For the heading, which has a `tabIndex` of -1.
 */
export function useKeptFocus(rows: number): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(rows)
  useLayoutEffect(() => {
    const hasLostFocus = rows < before.current && document.activeElement === document.body
    // With its last row the list itself is gone.
    if (hasLostFocus) (heading.current ?? document.getElementById('content'))?.focus({ preventScroll: true })
    before.current = rows
  }, [rows])
  return heading
}
