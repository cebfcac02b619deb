import type { KeyboardEvent } from 'react'

/** In a text, Control or Command with Enter sends its form, and Escape gives the single keys back to the page. */
export function leaveOrSend({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>): void {
  if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
  // In a dialog, Escape is the dialog's.
  if (key === 'Escape' && !currentTarget.closest('[role=dialog]')) currentTarget.blur()
}
