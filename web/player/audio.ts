import { createStore } from '../page/store.ts'
import { useStore } from '../page/use-store.ts'

/** Audio is muted for the whole visit until the viewer turns it on for any clip. */
const muted = createStore(true)

/** The volume of all clips of this visit, from 0 to 1. */
export const { get: chosenVolume, set: chooseVolume } = createStore(1)

export const { get: isMuted, set: setMuted } = muted

export function useMuted(): boolean {
  return useStore(muted)
}
