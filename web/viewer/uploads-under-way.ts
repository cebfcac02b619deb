import { createStore } from '../page/store.ts'

/**
 * Whether this person has uploads that the header tells of and that signing out would end. Every page needs to know, and
 * the code that uploads only those who do.
 */
export const uploadsUnderWay = createStore(false)
