import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Excerpts, MARK_END, MARK_START } from '../../../../../contract/discovery/search.ts'
import type { Video } from '../../../../../contract/videos/videos.ts'
import { atMost } from '../../../../concurrency/at-most.ts'
import type { Db } from '../../../../db/connect.ts'
import { normalise, PROMPT_LENGTH, startsPaired } from '../normalise.ts'
import type { Terms } from '../search-terms.ts'

type Marked = Pick<Terms, 'lexemes' | 'prefixes'>

/** Maximum length of the text before the first mark, in characters. */
const BEFORE = 60
/** Maximum length of an excerpt, in characters. */
const LENGTH = 200

// The marks of voiced sounds in half width and of long vowels belong to no script. They are escaped, because a template
// with a tag must be ASCII (`bundle-server.ts`).
const halfWidthVoiced = String.raw`\uff9e\uff9f`
const paired = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{M}\u30fc\uff70${halfWidthVoiced}]*`
/** A word, or a run of Chinese, Japanese or Korean letters. */
const WORD = new RegExp(String.raw`${paired}|(?:(?!${paired})[\p{L}\p{N}\p{M}])+`, 'gu')
/** A letter with its marks. */
const LETTER = new RegExp(String.raw`[^\p{M}${halfWidthVoiced}][\p{M}${halfWidthVoiced}]*`, 'gu')
/** Mark characters. They are removed from texts so that users cannot forge marks. */
const MARKS = new RegExp(`[${MARK_START}${MARK_END}]`, 'gu')

/** Maximum number of words whose lexemes are cached. */
const MAX_KNOWN = 20_000

/** Letters whose normal form does not depend on the letter beside them. */
const INDEPENDENT = /^[\p{Script=Han}\u3041-\u3096\u30A1-\u30FA\uAC00-\uD7A3]$/u

interface Range {
  start: number
  end: number
}

/** A word of a text, or a pair of Chinese, Japanese or Korean letters. `forms` are its normalised words. */
interface Word extends Range {
  forms: string[]
}

/**
 * Marks where a search matched the texts of these videos. Words are compared in their indexed form, but the excerpts
 * contain the original texts.
 *
 * @param findLexemes Returns the lexemes that the index stores for words.
 */
export async function markVideos(
  videos: Pick<Video, 'id' | 'title' | 'caption' | 'prompt'>[],
  terms: Marked,
  findLexemes: FindLexemes,
): Promise<Record<string, Excerpts>> {
  if (terms.lexemes.size + terms.prefixes.length === 0) return {}
  const wordsOf = createSplitter()
  const splitVideos = videos.map(({ id, title, caption, prompt }) => ({
    id,
    texts: [
      ['title', clean(title)] as const,
      ['caption', clean(caption ?? '')] as const,
      ['prompt', clean(prompt?.slice(0, PROMPT_LENGTH) ?? '')] as const,
    ].map(([name, text]) => ({ name, text, words: wordsOf(text) })),
  }))
  const allWords = splitVideos.flatMap(({ texts }) => texts.flatMap(({ words }) => words))
  const lexemes = await findLexemes([...formsThatMayMatch(allWords, terms)])
  const isMatch = (form: string) =>
    terms.prefixes.some((prefix) => form.startsWith(prefix)) || terms.lexemes.has(lexemes.get(form) ?? form)
  return Object.fromEntries(
    splitVideos.map(({ id, texts }) => [
      id,
      Object.fromEntries(
        texts.flatMap(({ name, text, words }) => {
          const ranges = words.filter(({ forms }) => forms.some(isMatch))
          return ranges.length > 0 ? [[name, mark(text, joined(ranges))]] : []
        }),
      ),
    ]),
  )
}

function clean(text: string): string {
  return text.replaceAll(MARKS, '')
}

/**
 * Returns the forms that may match a lexeme: those that begin like the lexeme without its last two letters. Stemming
 * may have changed these letters: "city" has the lexeme "citi", and "dying" has "die".
 */
function formsThatMayMatch(words: Iterable<Word>, { lexemes }: Marked): Set<string> {
  const beginnings = [...lexemes].map((lexeme) => lexeme.slice(0, Math.max(1, lexeme.length - 2)))
  const found = new Set<string>()
  for (const { forms } of words) {
    for (const form of forms) {
      if (/^[a-z]/.test(form) && beginnings.some((beginning) => form.startsWith(beginning))) found.add(form)
    }
  }
  return found
}

/**
 * Returns a function that splits a text into its words. Each different word is normalised once. Of Chinese, Japanese
 * and Korean letters, each independent letter is normalised once, and a pair with a dependent letter is normalised as a
 * whole. Normalising every pair of letters of a page would occupy the process for seconds.
 */
function createSplitter(): (text: string) => Word[] {
  const known = new Map<string, string[]>()
  const independent = new Map<string, string | null>()

  function formsOf(text: string): string[] {
    let forms = known.get(text)
    if (!forms) known.set(text, (forms = normalise(text).split(' ')))
    return forms
  }

  /** Returns the form of an independent letter, or null for a dependent one. */
  function formOf(letter: string): string | null {
    let form = independent.get(letter)
    if (form === undefined) independent.set(letter, (form = INDEPENDENT.test(letter) ? normalise(letter) : null))
    return form
  }

  function formsOfPair(first: string, second: string): string[] {
    const [one, other] = [formOf(first), formOf(second)]
    return one === null || other === null ? formsOf(first + second) : [one + other]
  }

  /** Splits a run of Chinese, Japanese or Korean letters. Each pair of adjacent letters counts as a word. */
  function pairsIn(run: string, at: number): Word[] {
    const letters = Array.from(run.matchAll(LETTER), ({ 0: letter, index }) => ({ letter, index }))
    if (letters.length === 1) return [{ start: at, end: at + run.length, forms: formsOf(run) }]
    return letters.slice(1).map(({ letter, index }, i) => {
      const first = letters[i]!
      const forms = formsOfPair(first.letter, letter)
      return { start: at + first.index, end: at + index + letter.length, forms }
    })
  }

  return (text) =>
    Array.from(text.matchAll(WORD)).flatMap(({ 0: word, index }) =>
      startsPaired(word) ? pairsIn(word, index) : [{ start: index, end: index + word.length, forms: formsOf(word) }],
    )
}

/** Merges overlapping ranges. */
function joined(ranges: Range[]): Range[] {
  const joinedRanges: Range[] = []
  for (const range of ranges) {
    const last = joinedRanges.at(-1)
    if (last && range.start < last.end) last.end = range.end
    else joinedRanges.push({ start: range.start, end: range.end })
  }
  return joinedRanges
}

/** Returns an excerpt that starts at a word before the first match. A short text is returned whole. */
function mark(text: string, ranges: Range[]): string {
  const first = ranges[0]!
  const from =
    text.length <= LENGTH || first.start <= BEFORE ? 0 : beginningOfWord(text, first.start - BEFORE, first.start)
  const until = Math.min(text.length, Math.max(from + LENGTH, first.end))
  let piece = from > 0 ? '…' : ''
  let at = from
  for (const { start, end } of ranges.filter((range) => range.end <= until)) {
    piece += `${text.slice(at, start)}${MARK_START}${text.slice(start, end)}${MARK_END}`
    at = end
  }
  const rest = text.slice(at, until)
  return `${piece}${rest}${until < text.length ? '…' : ''}`.toWellFormed()
}

function beginningOfWord(text: string, from: number, until: number): number {
  const space = text.slice(from, until).search(/\s/)
  return space >= 0 ? from + space + 1 : from
}

type FindLexemes = (words: string[]) => Promise<Map<string, string | undefined>>

/**
 * Returns a function that finds the lexeme of each normalised word. A word's lexeme never changes, so those of recent
 * words are cached.
 */
export function createLexemes(db: Db): FindLexemes {
  const known = new LRUCache<string, string>(atMost(MAX_KNOWN))
  return async (words) => {
    const lexemes = new Map(words.map((word) => [word, known.get(word)]))
    const unknown = words.filter((word) => lexemes.get(word) === undefined)
    if (unknown.length > 0) {
      const { rows } = await sql<{ word: string; lexeme: string | null }>`
        select word, (tsvector_to_array(to_tsvector('reverie', word)))[1] as lexeme
        from unnest(${unknown}::text[]) word`.execute(db)
      for (const { word, lexeme } of rows) for (const map of [known, lexemes]) map.set(word, lexeme ?? '')
    }
    return lexemes
  }
}
