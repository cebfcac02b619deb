import { createStore } from '../page/store.ts'

/** The speed is 1 for the whole visit until the viewer changes it for any clip. */
export const { get: chosenSpeed, set: chooseSpeed } = createStore(1)
