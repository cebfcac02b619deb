const asked = new EventTarget()

/** Opens the list of keyboard shortcuts, for users who do not know the `?` key. */
export function showShortcuts(): void {
  asked.dispatchEvent(new Event('asked'))
}

export function onShortcutsAsked(listener: () => void): () => void {
  asked.addEventListener('asked', listener)
  return () => asked.removeEventListener('asked', listener)
}
