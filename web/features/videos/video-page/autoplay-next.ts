import { readStored, writeStored } from '../../../page/browser-storage.ts'
import { createStore } from '../../../page/store.ts'

const KEY = 'autoplay-next'

/** Whether the next clip starts when one ends. The browser remembers the choice; it is off by default. */
export const autoplayNext = createStore(readStored('localStorage', KEY) === 'on')

export function chooseAutoplayNext(isOn: boolean): void {
  autoplayNext.set(isOn)
  writeStored('localStorage', KEY, isOn ? 'on' : null)
}
