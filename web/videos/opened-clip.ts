import { useSyncExternalStore } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import { createStore } from '../page/store.ts'
import { findShownOrder } from './video-cache.ts'

/**
 * Id of the last opened video. Its card and the stage of its page share the view transition name `clip`. The stage then
 * turns back into the card. The name must be unique on a page, so there is a single id for all cards.
 */
const openedId = createStore<string | undefined>(undefined)

export const { get: openedClip } = openedId

/** Ids of the list that last led to a video, in order. */
export const openedOrder = createStore<readonly string[]>([])

export function setOpenedClip(client: QueryClient, id: string): void {
  openedId.set(id)
  openedOrder.set(findShownOrder(client, id))
}

export function useIsOpenedClip(id: string): boolean {
  return useSyncExternalStore(openedId.subscribe, () => openedId.get() === id)
}
