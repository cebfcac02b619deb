import { createStore } from '../page/store.ts'

/** The function to call when a clip ends. Without one, the clip plays in a loop. */
export const clipEndHandler = createStore<(() => void) | undefined>(undefined)
