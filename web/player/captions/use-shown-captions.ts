import type { Captions } from '../../../contract/videos/videos.ts'
import { useStore } from '../../page/use-store.ts'
import { captionsChoice, captionsFor } from './captions-choice.ts'

/** Returns the captions to show, `undefined` while captions are off or if the clip has none. */
export function useShownCaptions(captions: readonly Captions[]): Captions | undefined {
  const choice = useStore(captionsChoice)
  return choice.isOn ? captionsFor(captions, choice, navigator.languages) : undefined
}
