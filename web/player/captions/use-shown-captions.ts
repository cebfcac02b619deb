import { useSyncExternalStore } from 'react'
import type { Captions } from '../../../contract/videos.ts'
import { captionsChoice, captionsFor, onCaptionsChoice } from './captions-choice.ts'

/** Which captions of a clip are shown; `undefined` while they are off, and where there are none. */
export function useShownCaptions(captions: readonly Captions[]): Captions | undefined {
  const choice = useSyncExternalStore(onCaptionsChoice, captionsChoice)
  return choice.isOn ? captionsFor(captions, choice, navigator.languages) : undefined
}
