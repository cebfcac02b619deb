import { useSyncExternalStore } from 'react'

/** Sound is a choice for the visit: muted until the reader turns it on somewhere. */
let muted = true
const listeners = new Set<() => void>()

export function isMuted(): boolean {
  return muted
}

export function setMuted(next: boolean): void {
  if (muted === next) return
  muted = next
  for (const listener of listeners) listener()
}

export function useMuted(): boolean {
  return useSyncExternalStore(subscribe, isMuted)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
