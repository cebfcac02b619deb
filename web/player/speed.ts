import { createStore } from '../page/store.ts'

/** Speed is a choice for the visit, as audio is: 1 until the reader changes it on some clip's page. */
export const { get: chosenSpeed, set: chooseSpeed } = createStore(1)
