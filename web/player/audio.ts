import { createStore } from '../page/store.ts'
import { useStore } from '../page/use-store.ts'

/** Audio is muted for the whole visit until the viewer turns it on for any clip. */
const muted = createStore(true)

export const { get: isMuted, set: setMuted } = muted

export function useMuted(): boolean {
  return useStore(muted)
}
