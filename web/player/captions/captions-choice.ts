import type { Captions } from '../../../contract/videos/videos.ts'
import { createStore } from '../../page/store.ts'

/** The captions of all clips of this visit. They are off until the viewer turns them on for any clip. */
interface CaptionsChoice {
  isOn: boolean
  /** The last chosen track, identified by the properties that tracks of different clips have in common. */
  track?: Pick<Captions, 'language' | 'label'>
}

export const captionsChoice = createStore<CaptionsChoice>({ isOn: false })

/** Changes the choice. Omitted fields keep their value. */
export function chooseCaptions(next: CaptionsChoice): void {
  captionsChoice.set({ ...captionsChoice.get(), ...next })
}

/** Turns captions on or off for all clips. */
export function toggleCaptions(): void {
  chooseCaptions({ isOn: !captionsChoice.get().isOn })
}

/**
 * Returns the clip's track that matches the last choice. Without a match, returns one in the viewer's languages,
 * otherwise the first.
 *
 * @param languages The viewer's languages in order of preference, as in `navigator.languages`.
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

/** Returns `pt` for `pt-BR`. */
function primary(language: string): string {
  return language.split('-', 1)[0]!
}
