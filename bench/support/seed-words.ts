import { seededRandom } from '../../server/test/seeded-random.ts'

/**
 * Words, tags and people with a realistic distribution: a few are everywhere, most are rare. They are the same in each
 * run.
 */

const SEED = 20_261_122
export const WORDS = 50_000
const TAGS = 20_000
const WORDS_OF_SEARCH = 4

const beginnings = 'b br c cl d dr f g gl h k l m n p pr r s st t'.split(' ')
const middles = 'a e i o u ai ea ou oa y'.split(' ')

export interface VideoText {
  title: string
  caption: string
  prompt: string
  tags: string
}

/** A random generator that repeats its sequence in each run. */
export class Draws {
  /** Returns a number from 0 to below 1. */
  readonly next = seededRandom(SEED)

  /** Returns a rank from 0 to below `count` by Zipf's law: rank n is about 1/n as frequent as the first. */
  rank(count: number): number {
    return Math.floor(Math.exp(this.next() * Math.log(count + 1))) - 1
  }
}

/** Returns the word of a rank: pronounceable and unique. */
export function word(rank: number): string {
  let rest = rank
  let text = ''
  do {
    text += beginnings[rest % 20]! + middles[Math.floor(rest / 20) % 10]!
    rest = Math.floor(rest / 200)
  } while (rest > 0)
  return `${text}${'nrlt'[rank % 4]}`
}

/** Returns the tag of a rank. */
export function tag(rank: number): string {
  return `${word(rank)}ish`
}

/** Returns a creator's text about a video: about 60 words, three tags. */
export function drawText(draws: Draws): VideoText {
  const words = (count: number) => Array.from({ length: count }, () => word(draws.rank(WORDS))).join(' ')
  const tags = new Set(Array.from({ length: 1 + draws.rank(6) }, () => tag(draws.rank(TAGS))))
  return { title: words(4), caption: words(12), prompt: words(40), tags: [...tags].join(', ') }
}

/** Returns searches as people type them, of one to four words. */
export function drawSearches(count: number): string[] {
  const draws = new Draws()
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(draws.next() * WORDS_OF_SEARCH) }, () => word(draws.rank(WORDS))).join(' '),
  )
}
