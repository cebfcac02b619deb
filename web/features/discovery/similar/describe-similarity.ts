import type { Similarity } from '../../../../contract/discovery/similar.ts'

export function describeSimilarity(similarity: Similarity): string {
  switch (similarity.kind) {
    case 'words':
      return `Same words: ${similarity.words.join(', ')}`
    case 'tags':
      return `Both tagged ${similarity.tags.map((tag) => `#${tag}`).join(', ')}`
    case 'likes':
      return 'Liked by the same people'
    case 'model':
      return `Also made with ${similarity.name}`
  }
}
