import { expect, test } from 'vitest'
import { captionsFor } from './captions-choice.ts'

const track = (language: string | null, label: string) => ({ url: `/objects/${label}`, language, label })
const captions = [
  track(null, 'Notes'),
  track('en', 'English'),
  track('en', 'English, described'),
  track('pt-BR', 'Português'),
]

test.each([
  ['the first track without a choice or a language', undefined, [], 'Notes'],
  ['the first track in a language of the viewer', undefined, ['fi', 'pt', 'en-GB'], 'Português'],
  ['the chosen track', captions[2], ['pt'], 'English, described'],
  ['a track in the chosen language', track('pt-PT', 'European'), ['en'], 'Português'],
  ['a track in a language of the viewer if the chosen language is missing', track('de', 'Deutsch'), ['en'], 'English'],
  ['the chosen track without a language', captions[0], ['en'], 'Notes'],
])('shows %s', (_which, chosen, languages, label) => {
  const choice = { isOn: true, ...(chosen && { track: chosen }) }
  expect(captionsFor(captions, choice, languages)?.label).toBe(label)
})

test('no captions are shown for a clip that has none', () => {
  expect(captionsFor([], { isOn: true }, ['en'])).toBeUndefined()
})
