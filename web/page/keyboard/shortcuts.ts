import { createStore } from '../store.ts'

/** Whether the list of keyboard shortcuts is open. */
export const shortcutsShown = createStore(false)

/** Opens the list of keyboard shortcuts, for users who do not know the `?` key. */
export function showShortcuts(): void {
  shortcutsShown.set(true)
}
