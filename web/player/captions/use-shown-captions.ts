import type { Captions } from '../../../contract/videos/videos.ts'
import { useStore } from '../../page/use-store.ts'
import { captionsChoice, captionsFor } from './captions-choice.ts'

/** Which captions of a clip are shown; `undefined` while they are off, and where there are none. */
export function useShownCaptions(captions: readonly Captions[]): Captions | undefined {
  const choice = useStore(captionsChoice)
  return choice.isOn ? captionsFor(captions, choice, navigator.languages) : undefined
}
