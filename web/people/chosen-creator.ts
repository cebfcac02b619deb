import { useLayoutEffect } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'

/** Whom `/profile` shows next; `null` for oneself. */
let chosenId: string | null = null

/** To be called before going to `/profile`. */
export function chooseCreator(id: string): void {
  chosenId = id
}

/** Whom the leaderboard opened last, if that was not cleared since. */
export function lastChosenCreator(): string | null {
  return chosenId
}

/** The next visit of `/profile` shows oneself again. */
export function clearChosenCreator(): void {
  chosenId = null
}

/**
 * The id of the creator whom this visit of `/profile` shows; `null` for oneself. Each entry of the history keeps whom
 * it showed first, so that reload and Back show the same person, whoever was chosen since.
 */
export function useChosenCreator(): string | null {
  const state = useHistoryState<{ creatorId?: string | null } | null>()
  const isKept = state?.creatorId !== undefined
  useLayoutEffect(() => {
    if (!isKept) history.replaceState({ ...history.state, creatorId: chosenId }, '')
  }, [isKept])
  return isKept ? (state.creatorId ?? null) : chosenId
}
