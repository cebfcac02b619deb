import { createStore } from '../page/store.ts'
import { useStore } from '../page/use-store.ts'

/** Audio is a choice for the visit: muted until the reader turns it on somewhere. */
const muted = createStore(true)

export const { get: isMuted, set: setMuted } = muted

export function useMuted(): boolean {
  return useStore(muted)
}
