/** How many things cover the whole page: dialogs, the splash. Nobody watches what lies behind, so it stands still. */
let covers = 0
const listeners = new Set<() => void>()

export function isPageCovered(): boolean {
  return covers > 0
}

export function subscribeToCover(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Counts the page as covered until the returned function is called. */
export function coverPage(): () => void {
  change(+1)
  return () => change(-1)
}

function change(by: number): void {
  covers += by
  for (const listener of listeners) listener()
}
