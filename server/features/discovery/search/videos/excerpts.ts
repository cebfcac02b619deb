import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Excerpts, MARK_END, MARK_START } from '../../../../../contract/discovery/search.ts'
import type { Video } from '../../../../../contract/videos/videos.ts'
import { atMost } from '../../../../concurrency/at-most.ts'
import type { Db } from '../../../../db/connect.ts'
import { normalise, PROMPT_LENGTH, startsPaired } from '../indexing/normalise.ts'
import type { Terms } from './search-terms.ts'

type Marked = Pick<Terms, 'lexemes' | 'prefixes'>

/** Maximum length of the text before the first mark, in characters. */
const BEFORE = 60
/** Maximum length of an excerpt, in characters. */
const LENGTH = 200

const paired = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{M}ー]*`
/** A word, or a run of letters of a script without spaces. */
const WORD = new RegExp(String.raw`${paired}|(?:(?!${paired})[\p{L}\p{N}\p{M}])+`, 'gu')
/** Mark characters. They are removed from texts so that users cannot forge marks. */
const MARKS = new RegExp(`[${MARK_START}${MARK_END}]`, 'gu')

/** Maximum number of words whose lexemes are cached. */
const MAX_KNOWN = 20_000

interface Range {
  start: number
  end: number
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
  const texts = videos.map(({ id, title, caption, prompt }) => ({
    id,
    title: clean(title),
    caption: clean(caption ?? ''),
    prompt: clean(prompt?.slice(0, PROMPT_LENGTH) ?? ''),
  }))
  const maybe = new Set(
    texts.flatMap(({ title, caption, prompt }) => wordsThatMayMatch(`${title} ${caption} ${prompt}`, terms)),
  )
  const lexemes = await findLexemes([...maybe])
  const isMatch = (word: string) =>
    terms.prefixes.some((prefix) => word.startsWith(prefix)) || terms.lexemes.has(lexemes.get(word) ?? word)
  return Object.fromEntries(
    texts.map(({ id, title, caption, prompt }) => [
      id,
      {
        ...pieceOf('title', title, isMatch),
        ...pieceOf('caption', caption, isMatch),
        ...pieceOf('prompt', prompt, isMatch),
      },
    ]),
  )
}

function clean(text: string): string {
  return text.replaceAll(MARKS, '')
}

/**
 * Returns the words that may match a lexeme: those that begin like the lexeme without its last two letters. Stemming
 * may have changed these letters: "city" has the lexeme "citi", and "dying" has "die".
 */
function wordsThatMayMatch(text: string, { lexemes }: Marked): string[] {
  const beginnings = [...lexemes].map((lexeme) => lexeme.slice(0, Math.max(1, lexeme.length - 2)))
  return Array.from(text.matchAll(WORD), ([word]) => normalise(word))
    .flatMap((words) => words.split(' '))
    .filter((word) => /^[a-z]/.test(word) && beginnings.some((beginning) => word.startsWith(beginning)))
}

function pieceOf(name: keyof Excerpts, text: string, isMatch: (word: string) => boolean): Excerpts {
  const ranges = Array.from(text.matchAll(WORD)).flatMap(({ 0: word, index }) =>
    startsPaired(word)
      ? pairedRanges(word, index, isMatch)
      : normalise(word).split(' ').some(isMatch)
        ? [{ start: index, end: index + word.length }]
        : [],
  )
  return ranges.length > 0 ? { [name]: mark(text, joined(ranges)) } : {}
}

/**
 * Returns the matching ranges of a run of letters in a script without spaces. Each pair of adjacent letters counts as a
 * word.
 */
function pairedRanges(run: string, at: number, isMatch: (word: string) => boolean): Range[] {
  const letters = Array.from(run.matchAll(/\P{M}\p{M}*/gu), ({ 0: letter, index }) => ({ letter, index }))
  if (letters.length === 1) return isMatch(normalise(run)) ? [{ start: at, end: at + run.length }] : []
  return letters.slice(1).flatMap(({ letter, index }, i) => {
    const first = letters[i]!
    return normalise(first.letter + letter)
      .split(' ')
      .some(isMatch)
      ? [{ start: at + first.index, end: at + index + letter.length }]
      : []
  })
}

/** Merges overlapping ranges. */
function joined(ranges: Range[]): Range[] {
  const joinedRanges: Range[] = []
  for (const range of ranges) {
    const last = joinedRanges.at(-1)
    if (last && range.start < last.end) last.end = range.end
    else joinedRanges.push({ ...range })
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

/** Returns the lexemes of normalised words. The lexemes of a word never change, so those of recent words are cached. */
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
