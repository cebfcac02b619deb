import type { KeyboardEvent } from 'react'

/**
 * Closes a dialog on an Escape pressed in it also while a toast is shown. To the primitives the toast is the layer on
 * top, and only the top layer hears the key; what they have dealt with themselves is default-prevented.
 */
export function closeOnEscape(onClose: (() => void) | undefined) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // Not also the dialog that this one was opened from.
    event.stopPropagation()
    onClose?.()
  }
}
