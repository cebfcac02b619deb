import { createStore } from './store.ts'

/** How many things cover the whole page: dialogs, the splash. Nobody watches what lies behind, so it stands still. */
const covers = createStore(0)

export const subscribeToCover = covers.subscribe

export function isPageCovered(): boolean {
  return covers.get() > 0
}

/** Counts the page as covered until the returned function is called. */
export function coverPage(): () => void {
  covers.set(covers.get() + 1)
  return () => covers.set(covers.get() - 1)
}
