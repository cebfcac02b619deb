import type { KeyboardEvent } from 'react'

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
