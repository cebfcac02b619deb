import { createStore } from './store.ts'

/** Number of elements that cover the whole page, such as dialogs and the splash. The page behind them pauses. */
const covers = createStore(0)

export const subscribeToCover = covers.subscribe

export function isPageCovered(): boolean {
  return covers.get() > 0
}

/** Marks the page as covered until the returned function is called. */
export function coverPage(): () => void {
  covers.update((count) => count + 1)
  return () => covers.update((count) => count - 1)
}
