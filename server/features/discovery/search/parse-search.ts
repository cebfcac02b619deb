import { SEARCH_MAX_LENGTH, SEARCH_MAX_TERMS } from '../../../../contract/discovery/search.ts'
import { tagKey } from '../../../../contract/videos/tags.ts'
import { type Tool, toolLabels, tools } from '../../../../contract/videos/videos.ts'
import { normalise, startsPaired } from './indexing/normalise.ts'

/** Words that stand together, in this order; most often one. */
export interface Phrase {
  /** Normalised: letters, digits and single spaces. */
  words: string
  /** Whether the word may go on: it is the last one, and being typed. */
  isPrefix: boolean
  isExcluded: boolean
  /** Only of tags, tools and models. */
  isName: boolean
  /** Where it stands in the text of the search. */
  start: number
  end: number
}

export type Shape = 'vertical' | 'landscape' | { ratio: string }

/** What a video must be, or must not. */
export type Filter = { isExcluded: boolean } & (
  | { kind: 'tag'; tag: string }
  | { kind: 'creator'; username: string }
  | { kind: 'tool'; tools: Tool[] }
  | { kind: 'shape'; shape: Shape }
)

export interface Search {
  /** As it was typed, cut to what is searched. */
  text: string
  phrases: Phrase[]
  filters: Filter[]
}

/** A term: -, then an operator, then words in quotes or one word. A quote that is never closed goes to the end. */
const TERM = /(-?)(#|@|tool:|shape:)?(?:"([^"]*)(?:"|$)|([^\s"]+))/giu

/**
 * What somebody looks for. Whatever they type means something: an operator that names nothing is a word, and what is too
 * long is cut.
 */
export function parseSearch(typed: string): Search {
  // No half of a character at the end.
  const text = plainQuotes(typed.slice(0, SEARCH_MAX_LENGTH).toWellFormed())
  const search: Search = { text, phrases: [], filters: [] }
  for (const match of text.matchAll(TERM)) {
    if (search.phrases.length + search.filters.length >= SEARCH_MAX_TERMS) break
    const [whole, minus = '', operator = '', quoted, word = ''] = match
    const value = quoted ?? word
    const isExcluded = minus === '-'
    const filter = filterOf(operator.toLowerCase(), value)
    if (filter) {
      search.filters.push({ ...filter, isExcluded })
      continue
    }
    const end = match.index + whole.length
    const isLast = quoted === undefined && end === text.length && !isExcluded
    const isName = operator.toLowerCase() === 'tool:'
    const words = normalise(isName ? value : operator + value)
    if (words === '') continue
    search.phrases.push({
      words,
      isPrefix: isLast && mayGoOn(words),
      isExcluded,
      isName,
      start: match.index,
      end,
    })
  }
  return search
}

/** The same for two searches that find the same. */
export function keyOf({ phrases, filters }: Search): string {
  return JSON.stringify([
    phrases.map(({ words, isPrefix, isExcluded, isName }) => [words, isPrefix, isExcluded, isName]),
    filters,
  ])
}

/** Quotes as phones and word processors set them. */
function plainQuotes(text: string): string {
  return text.replaceAll(/[“”„«»]/gu, '"')
}

/** One letter begins too many words; one of a script without spaces is a word by itself. */
function mayGoOn(words: string): boolean {
  return !words.includes(' ') && (words.length > 1 || startsPaired(words))
}

/** A filter without whether it excludes. */
type Named = Filter extends infer One ? (One extends Filter ? Omit<One, 'isExcluded'> : never) : never

function filterOf(operator: string, value: string): Named | undefined {
  if (operator === '#') {
    const tag = tagKey(value.replace(/^#+/, ''))
    return normalise(tag) === '' ? undefined : { kind: 'tag', tag }
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

/** By its key, or by words that its name begins with: `pika`, `"stability ai"`, `sora`. */
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
