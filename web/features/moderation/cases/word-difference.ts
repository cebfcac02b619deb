/** A run of words that both texts share, or that only one of them contains. */
export interface Piece {
  text: string
  change: 'same' | 'removed' | 'added'
}

/**
 * Maximum number of word pairs to compare, reached by two texts of 2,000 words. Above it, the texts are compared as a
 * whole.
 */
const MAX_PAIRS = 4_000_000

const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Returns the word-by-word difference of two texts in any language, from their longest common subsequence of words. */
export function wordDifference(before: string, after: string): Piece[] {
  const old = [...words.segment(before)].map(({ segment }) => segment)
  const now = [...words.segment(after)].map(({ segment }) => segment)
  const most = Math.min(old.length, now.length)
  let start = 0
  while (start < most && old[start] === now[start]) start++
  let end = 0
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end++
  return joinRuns([
    ...old.slice(0, start).map(as('same')),
    ...compareMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end).map(as('same')),
  ])
}

function as(change: Piece['change']) {
  return (text: string): Piece => ({ text, change })
}

function compareMiddle(old: string[], now: string[]): Piece[] {
  if (old.length * now.length > MAX_PAIRS) return [...old.map(as('removed')), ...now.map(as('added'))]
  const common = commonLengths(old, now)
  const width = now.length + 1
  const pieces: Piece[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < now.length) {
    const [mine, theirs] = [old[i], now[j]]
    if (mine !== undefined && mine === theirs) {
      pieces.push({ text: mine, change: 'same' })
      i++
      j++
    } else if (mine !== undefined && (theirs === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      pieces.push({ text: mine, change: 'removed' })
      i++
    } else if (theirs !== undefined) {
      pieces.push({ text: theirs, change: 'added' })
      j++
    }
  }
  return pieces

  function at(lengths: Uint16Array, row: number, column: number): number {
    return lengths[row * width + column] ?? 0
  }
}

/** Returns, for each pair of positions, the length of the longest common subsequence of the remaining words. */
function commonLengths(old: string[], now: string[]): Uint16Array {
  const width = now.length + 1
  const lengths = new Uint16Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const here = i * width + j
      lengths[here] =
        old[i] === now[j]
          ? (lengths[here + width + 1] ?? 0) + 1
          : Math.max(lengths[here + width] ?? 0, lengths[here + 1] ?? 0)
    }
  }
  return lengths
}

function joinRuns(pieces: Piece[]): Piece[] {
  const runs: Piece[] = []
  for (const piece of pieces) {
    const last = runs.at(-1)
    if (last?.change === piece.change) last.text += piece.text
    else runs.push({ ...piece })
  }
  return runs
}
