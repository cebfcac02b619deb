import { createStore } from '../page/store.ts'

/** The speed of all clips of this visit. It is 1 until the viewer changes it on any clip. */
export const { get: chosenSpeed, set: chooseSpeed } = createStore(1)
