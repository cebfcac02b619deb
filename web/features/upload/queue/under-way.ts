import { createStore } from '../../../page/store.ts'

/**
 * Whether the header has uploads to tell of. A file of its own, because every page needs it, and the code that uploads
 * only those who do.
 */
export const uploadsUnderWay = createStore(false)
