import { expect, test } from 'vitest'
import { wordDifference } from './word-difference.ts'

/** A timeout that no machine reaches, however slow it is. */
const PATIENCE_MS = 60_000

/** Returns the difference as text: `[-removed-]{+added+}`. */
function write(before: string, after: string): string | undefined {
  return wordDifference(before, after, PATIENCE_MS)
    ?.map(({ text, change }) => (change === 'same' ? text : change === 'removed' ? `[-${text}-]` : `{+${text}+}`))
    .join('')
}

test('removed and added words are found, and spaces are ignored', () => {
  expect(write('A slow dolly at night', 'A slow dolly  at dawn')).toBe('A slow dolly  at [-night-]{+dawn+}')
  expect(write('one two three', 'one three')).toBe('one [-two -]three')
  expect(write('the same words', 'the same words')).toBe('the same words')
})

test('words of languages without spaces are separated', () => {
  expect(write('私は猫が好きです', '私は犬が好きです')).toBe('私は[-猫-]{+犬+}が好きです')
})

test('texts with almost nothing in common are not compared', () => {
  expect(write('A sea at night, long exposure', 'Ten robots dance on glass')).toBeUndefined()
})

test('a comparison that takes too long returns undefined', () => {
  const text = (word: string) => Array.from({ length: 2_000 }, (_, i) => `${word}${i} and`).join(' ')
  expect(wordDifference(text('a'), text('b'), 0)).toBeUndefined()
})
