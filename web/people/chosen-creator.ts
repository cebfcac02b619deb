import { useLayoutEffect } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import { createStore } from '../page/store.ts'

/**
 * Id of the creator that the next visit of `/profile` shows, `null` for the viewer's own profile. It is set before the
 * navigation, and read without a subscription, because a later choice must not change the visit on the screen.
 */
export const chosenCreator = createStore<string | null>(null)

/**
 * Returns the id of the creator that this visit of `/profile` shows, or `null` for the viewer's own profile. Each
 * history entry keeps its creator. Reload and Back therefore show the same person after a new choice.
 */
export function useChosenCreator(): string | null {
  const state = useHistoryState<{ creatorId?: string | null } | null>()
  const isKept = state?.creatorId !== undefined
  useLayoutEffect(() => {
    if (!isKept) history.replaceState({ ...history.state, creatorId: chosenCreator.get() }, '')
  }, [isKept])
  return isKept ? (state.creatorId ?? null) : chosenCreator.get()
}
