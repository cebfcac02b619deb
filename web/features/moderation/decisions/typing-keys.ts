import type { KeyboardEvent } from 'react'

/**
 * Handles keys in a text box. Control or Command with Enter sends the form. Escape leaves the box, so that shortcuts
 * work again.
 */
export function leaveOrSend({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>): void {
  if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
  // In a dialog, Escape closes the dialog instead.
  if (key === 'Escape' && !currentTarget.closest('[role=dialog]')) currentTarget.blur()
}
