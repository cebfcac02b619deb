const asked = new EventTarget()

/** Opens the list of keyboard shortcuts, for users who do not know the `?` key. */
export function showShortcuts(): void {
  asked.dispatchEvent(new Event('asked'))
}

/** Calls the listener when the list of shortcuts should open. @returns A function that unsubscribes. */
export function onShortcutsAsked(listener: () => void): () => void {
  asked.addEventListener('asked', listener)
  return () => asked.removeEventListener('asked', listener)
}
