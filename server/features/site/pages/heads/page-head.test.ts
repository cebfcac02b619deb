import { expect, test } from 'vitest'
import { excerpt } from './page-head.ts'

test.each([
  ['a text that fits stays whole', 'eight to', 8, 'eight to'],
  ['a longer text is cut at a word', 'one two three', 10, 'one two…'],
  ['a long word is cut inside', 'abcdefghijkl', 6, 'abcde…'],
  ['lines become one line', ' one\n\ntwo ', 10, 'one two'],
  ['a character of two code units counts once', '🎬🎬🎬', 3, '🎬🎬🎬'],
])('%s', (_, text, maxLength, expected) => {
  expect(excerpt(text, maxLength)).toBe(expected)
})
