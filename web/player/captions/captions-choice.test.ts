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
  ['the first, where nothing is known', undefined, [], 'Notes'],
  ['the first in a language of the reader', undefined, ['fi', 'pt', 'en-GB'], 'Português'],
  ['those that were chosen', captions[2], ['pt'], 'English, described'],
  ['those in the language that was chosen', track('pt-PT', 'European'), ['en'], 'Português'],
  ['those of the reader, where no such are there', track('de', 'Deutsch'), ['en'], 'English'],
  ['those that were chosen, though they have no language', captions[0], ['en'], 'Notes'],
])('captions: %s', (_which, chosen, languages, label) => {
  const choice = { isOn: true, ...(chosen && { track: chosen }) }
  expect(captionsFor(captions, choice, languages)?.label).toBe(label)
})

test('a clip without captions shows none', () => {
  expect(captionsFor([], { isOn: true }, ['en'])).toBeUndefined()
})
