import { useLayoutEffect } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'

/** Id of the creator that `/profile` shows next, `null` for the viewer's own profile. */
let chosenId: string | null = null

/** Chooses a creator. Call it before navigating to `/profile`. */
export function chooseCreator(id: string): void {
  chosenId = id
}

/** Returns the creator that the leaderboard opened last, unless the choice was cleared. */
export function lastChosenCreator(): string | null {
  return chosenId
}

/** Makes the next visit of `/profile` show the viewer's own profile again. */
export function clearChosenCreator(): void {
  chosenId = null
}

/**
 * Returns the id of the creator that this visit of `/profile` shows, or `null` for the viewer's own profile. Each
 * history entry keeps its creator. Reload and Back therefore show the same person after a new choice.
 */
export function useChosenCreator(): string | null {
  const state = useHistoryState<{ creatorId?: string | null } | null>()
  const isKept = state?.creatorId !== undefined
  useLayoutEffect(() => {
    if (!isKept) history.replaceState({ ...history.state, creatorId: chosenId }, '')
  }, [isKept])
  return isKept ? (state.creatorId ?? null) : chosenId
}
