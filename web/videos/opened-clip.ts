import { useSyncExternalStore } from 'react'
import { createStore } from '../page/store.ts'

/**
 * The video that was opened last. Its card and its page's stage share the view transition name `clip`, so one grows
 * into the other and shrinks back. A name must be unique on a page, hence one id for all cards.
 */
const openedId = createStore<string | undefined>(undefined)

export const { get: openedClip, set: setOpenedClip } = openedId

export function useIsOpenedClip(id: string): boolean {
  return useSyncExternalStore(openedId.subscribe, () => openedId.get() === id)
}
