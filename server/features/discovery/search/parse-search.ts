import { SEARCH_MAX_LENGTH, SEARCH_MAX_TERMS } from '../../../../contract/discovery/search.ts'
import { tagKey } from '../../../../contract/videos/tags.ts'
import { type Tool, toolLabels, tools } from '../../../../contract/videos/videos.ts'
import { isVisible } from '../../../../contract/visible.ts'
import { normalise, startsPaired } from './normalise.ts'

/** Words that must be adjacent, in this order. Most phrases have one word. */
export interface Phrase {
  /** Normalised text: letters, digits and single spaces. */
  words: string
  /** Whether the word is a prefix: it is the last one, and the user may still be typing it. */
  isPrefix: boolean
  isExcluded: boolean
  /** Whether only tags, tools and models are searched. */
  isName: boolean
  /** Position in the text of the search. */
  start: number
  end: number
}

export type Shape = 'vertical' | 'landscape' | { ratio: string }

type Condition =
  | { kind: 'tag'; tag: string }
  | { kind: 'creator'; username: string }
  | { kind: 'tool'; tools: Tool[] }
  | { kind: 'shape'; shape: Shape }

/** A condition that a video must or must not meet. */
export type Filter = Condition & { isExcluded: boolean }

export interface Search {
  /** The typed text, cut to the searched length. */
  text: string
  phrases: Phrase[]
  filters: Filter[]
  /** Terms with an operator that is no filter, because its value is unknown or malformed. They are searched as words. */
  invalidFilters: string[]
}

/**
 * A term: an optional `-`, an optional operator, and words in quotes or one word. An unclosed quote extends to the end.
 */
const TERM = /(-?)(#|@|tool:|shape:)?(?:"([^"]*)(?:"|$)|([^\s"]+))/giu

/** Part of an emoji: a pictograph or half of a flag. */
const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u

/**
 * Parses a search. Every input is valid: an operator without a value is a word, and text that is too long is cut. Texts
 * are indexed without emoji. A search of nothing else finds them as tags, and beside words they are ignored.
 */
export function parseSearch(typed: string): Search {
  // `toWellFormed` replaces half of a surrogate pair, which the cut may leave at the end.
  const text = plainQuotes(typed.slice(0, SEARCH_MAX_LENGTH).toWellFormed())
  const search: Search = { text, phrases: [], filters: [], invalidFilters: [] }
  const emoji: Filter[] = []
  for (const match of text.matchAll(TERM)) {
    if (search.phrases.length + search.filters.length >= SEARCH_MAX_TERMS) break
    const [whole, minus = '', operator = '', quoted, word = ''] = match
    const value = quoted ?? word
    const isExcluded = minus === '-'
    const condition = conditionOf(operator.toLowerCase(), value)
    if (condition) {
      search.filters.push({ ...condition, isExcluded })
      continue
    }
    if (operator !== '') search.invalidFilters.push(whole)
    const end = match.index + whole.length
    const isLast = quoted === undefined && end === text.length && !isExcluded
    const isName = operator.toLowerCase() === 'tool:'
    const words = normalise(isName ? value : operator + value)
    if (words === '') {
      if (EMOJI.test(value)) emoji.push({ kind: 'tag', tag: tagKey(value), isExcluded })
      continue
    }
    search.phrases.push({
      words,
      isPrefix: isLast && mayBePrefix(words),
      isExcluded,
      isName,
      start: match.index,
      end,
    })
  }
  if (search.phrases.length + search.filters.length === 0) search.filters = emoji.slice(0, SEARCH_MAX_TERMS)
  return search
}

/** Returns a key that is equal for equivalent searches. */
export function keyOf({ phrases, filters }: Search): string {
  return JSON.stringify([
    phrases.map(({ words, isPrefix, isExcluded, isName }) => [words, isPrefix, isExcluded, isName]),
    filters,
  ])
}

/** Replaces the quotation marks that phones and word processors insert. */
function plainQuotes(text: string): string {
  return text.replaceAll(/[“”„«»]/gu, '"')
}

/**
 * Whether the words may be a prefix: a single word of at least two letters. One Chinese, Japanese or Korean letter is
 * enough.
 */
function mayBePrefix(words: string): boolean {
  return !words.includes(' ') && (words.length > 1 || startsPaired(words))
}

function conditionOf(operator: string, value: string): Condition | undefined {
  if (operator === '#') {
    const tag = tagKey(value.replace(/^#+/, ''))
    return isVisible(tag) ? { kind: 'tag', tag } : undefined
  }
  if (operator === '@') {
    return /^[a-z0-9]+$/i.test(value) ? { kind: 'creator', username: value.toLowerCase() } : undefined
  }
  if (operator === 'tool:') {
    const named = toolsNamed(value)
    return named.length > 0 ? { kind: 'tool', tools: named } : undefined
  }
  const shape = operator === 'shape:' ? shapeNamed(value.toLowerCase()) : undefined
  return shape && { kind: 'shape', shape }
}

/** Lists tools by their keys, or by whole words of their names: `pika`, `"stability ai"`, `sora`. */
function toolsNamed(value: string): Tool[] {
  const wanted = normalise(value)
  if (wanted.length < 2) return []
  return tools.filter((tool) => [tool, toolLabels[tool]].some((name) => ` ${normalise(name)} `.includes(` ${wanted} `)))
}

const shapes: Record<string, Shape> = {
  vertical: 'vertical',
  portrait: 'vertical',
  tall: 'vertical',
  landscape: 'landscape',
  horizontal: 'landscape',
  wide: 'landscape',
  square: { ratio: '1:1' },
}

function shapeNamed(value: string): Shape | undefined {
  const [, width, height] = /^(\d{1,5})[:x×/](\d{1,5})$/.exec(value) ?? []
  if (width && height) return { ratio: `${Number(width)}:${Number(height)}` }
  return Object.hasOwn(shapes, value) ? shapes[value] : undefined
}
