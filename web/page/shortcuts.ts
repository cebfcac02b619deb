const asked = new EventTarget()

/** Opens the list of keyboard shortcuts, for those who would not guess that `?` does. */
export function showShortcuts(): void {
  asked.dispatchEvent(new Event('asked'))
}

export function onShortcutsAsked(listener: () => void): () => void {
  asked.addEventListener('asked', listener)
  return () => asked.removeEventListener('asked', listener)
}
