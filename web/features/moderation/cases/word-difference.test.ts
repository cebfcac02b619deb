import { expect, test } from 'vitest'
import { wordDifference } from './word-difference.ts'

/** Formats a difference as `[-removed-]{+added+}`. */
function write(before: string, after: string): string {
  return wordDifference(before, after)
    .map(({ text, change }) => (change === 'same' ? text : change === 'removed' ? `[-${text}-]` : `{+${text}+}`))
    .join('')
}

test('a difference marks removed and added words', () => {
  expect(write('Buy cheap watches here', 'Look at my watches here')).toMatch(/^\[-Buy.*\{\+Look.* watches here$/)
  expect(write('one two three', 'one three')).toBe('one [-two -]three')
  expect(write('', 'new')).toBe('{+new+}')
  expect(write('same', 'same')).toBe('same')
  expect(write('a b a', 'a')).toBe('a[- b a-]')
})

test('languages without spaces are split into words', () => {
  expect(write('私は猫が好きです', '私は犬が好きです')).toBe('私は[-猫-]{+犬+}が好きです')
})

test('both texts can be rebuilt from their difference', () => {
  const texts = ['', 'a', 'a b c d', 'd c b a', 'x  y\nz', 'a b a b a', '🎬 clip', 'clip 🎬 a']
  for (const before of texts) {
    for (const after of texts) {
      const pieces = wordDifference(before, after)
      const without = (change: string) => pieces.filter((piece) => piece.change !== change).map(({ text }) => text)
      expect([without('added').join(''), without('removed').join('')]).toEqual([before, after])
    }
  }
})

test('long texts without common words are replaced as a whole', () => {
  const text = (word: string) => Array.from({ length: 5_000 }, (_, i) => `${word}${i}`).join(' ')
  expect(wordDifference(text('a'), text('b')).map(({ change }) => change)).toContain('removed')
})
