import { expect, test } from 'vitest'
import { describeSimilarity } from './describe-similarity.ts'

test('the reason for a similarity is a sentence', () => {
  expect(describeSimilarity({ kind: 'words', words: ['fog', 'glass'] })).toBe('Same words: fog, glass')
  expect(describeSimilarity({ kind: 'tags', tags: ['claymation', 'Neon Night'] })).toBe(
    'Both tagged #claymation, #Neon Night',
  )
  expect(describeSimilarity({ kind: 'likes' })).toBe('Liked by the same people')
  expect(describeSimilarity({ kind: 'model', name: 'Kling 2.1' })).toBe('Also made with Kling 2.1')
})
