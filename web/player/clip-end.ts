import { createStore } from '../page/store.ts'

/** Called when a clip ends. By default the clip begins again. */
export const afterClip = createStore<(() => void) | undefined>(undefined)
