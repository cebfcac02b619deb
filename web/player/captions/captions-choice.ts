import type { Captions } from '../../../contract/videos/videos.ts'
import { createStore } from '../../page/store.ts'

/** Captions are a choice for the visit, as audio is: none until the reader turns them on somewhere. */
export interface CaptionsChoice {
  isOn: boolean
  /** The track that was chosen last, by what it shares with those of other clips. */
  track?: Pick<Captions, 'language' | 'label'>
}

export const captionsChoice = createStore<CaptionsChoice>({ isOn: false })

export function chooseCaptions(next: CaptionsChoice): void {
  captionsChoice.set({ ...captionsChoice.get(), ...next })
}

export function toggleCaptions(): void {
  chooseCaptions({ isOn: !captionsChoice.get().isOn })
}

/**
 * Of a clip's captions those that were chosen, here or on another clip; else those in a language of the reader; else the
 * first.
 *
 * @param languages Of the reader, the best first, as `navigator.languages`.
 */
export function captionsFor(
  captions: readonly Captions[],
  { track }: CaptionsChoice,
  languages: readonly string[],
): Captions | undefined {
  const wanted: ((captions: Captions) => boolean)[] = [
    ({ language, label }) => language === track?.language && label === track.label,
    ...[track?.language, ...languages].map(
      (name) => (each: Captions) => !!name && !!each.language && primary(each.language) === primary(name),
    ),
  ]
  return wanted.map((isWanted) => captions.find(isWanted)).find((found) => found) ?? captions[0]
}

/** Of `pt-BR`, `pt`. */
function primary(language: string): string {
  return language.split('-', 1)[0]!
}
