import { diffWords } from 'diff/lib/diff/word.js'

/** A run of words that two texts share, or that only one of them has. */
export interface Piece {
  text: string
  change: 'same' | 'removed' | 'added'
}

/** Two long texts with little in common take the longer, and the result says nothing. */
const TIMEOUT_MS = 50
/** With fewer words in common, as a share of the longer text, the two are easier to read side by side. */
const SHARED_MIN = 0.2

const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/**
 * What changed from one text to another, word by word, in any language; spaces do not count.
 *
 * @returns `undefined` where they have too little in common to say, or that takes too long.
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
