import { useSyncExternalStore } from 'react'

/**
 * The video that was opened last. Its card and its page's stage share the view transition name `clip`, so one grows
 * into the other and shrinks back. A name must be unique on a page, hence one id for all cards.
 */
let openedId: string | undefined
const listeners = new Set<() => void>()

export function setOpenedClip(id: string): void {
  openedId = id
  for (const listener of listeners) listener()
}

export function openedClip(): string | undefined {
  return openedId
}

export function useIsOpenedClip(id: string): boolean {
  return useSyncExternalStore(subscribe, () => openedId === id)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
