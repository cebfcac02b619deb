import { diffWords } from 'diff/lib/diff/word.js'

/** A run of words that both texts share, or that only one of them has. */
export interface Piece {
  text: string
  change: 'same' | 'removed' | 'added'
}

/**
 * Maximum milliseconds of a comparison. Only long texts with little in common take longer, and their difference would
 * be useless.
 */
const TIMEOUT_MS = 50
/**
 * Minimum share of common text, relative to the longer text. Below this share, the texts are easier to read side by
 * side.
 */
const SHARED_MIN = 0.2

const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/**
 * Compares two texts word by word, in any language. Spaces are ignored.
 *
 * @returns The pieces, or `undefined` if the texts have too little in common or the comparison takes too long.
 */
export function wordDifference(before: string, after: string, timeoutMs = TIMEOUT_MS): Piece[] | undefined {
  const changes = diffWords(before, after, { intlSegmenter: words, timeout: timeoutMs })
  const pieces = changes?.map(({ value, added, removed }): Piece => ({
    text: value,
    change: added ? 'added' : removed ? 'removed' : 'same',
  }))
  const shared = pieces?.reduce((sum, { text, change }) => sum + (change === 'same' ? text.length : 0), 0) ?? 0
  return shared < SHARED_MIN * Math.max(before.length, after.length) ? undefined : pieces
}
