import { useSyncExternalStore } from 'react'
import { createStore } from '../page/store.ts'

/**
 * Id of the last opened video. Its card and the stage of its page share the view transition name `clip`, so that one
 * turns into the other. The name must be unique on a page, so there is a single id for all cards.
 */
const openedId = createStore<string | undefined>(undefined)

export const { get: openedClip, set: setOpenedClip } = openedId

export function useIsOpenedClip(id: string): boolean {
  return useSyncExternalStore(openedId.subscribe, () => openedId.get() === id)
}
