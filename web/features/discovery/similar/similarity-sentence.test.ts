import { expect, test } from 'vitest'
import { similaritySentence } from './similarity-sentence.ts'

test('the reason for a similarity is a sentence', () => {
  expect(similaritySentence({ kind: 'words', words: ['fog', 'glass'] })).toBe('Same words: fog, glass')
  expect(similaritySentence({ kind: 'tags', tags: ['claymation', 'Neon Night'] })).toBe(
    'Both tagged #claymation, #Neon Night',
  )
  expect(similaritySentence({ kind: 'likes' })).toBe('Liked by the same people')
  expect(similaritySentence({ kind: 'model', name: 'Kling 2.1' })).toBe('Also made with Kling 2.1')
})
