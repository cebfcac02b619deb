import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Excerpts, MARK_END, MARK_START } from '../../../../../contract/discovery/search.ts'
import type { Video } from '../../../../../contract/videos/videos.ts'
import { PROMPT_LENGTH } from '../normalise.ts'
import type { Terms } from '../search-terms.ts'
import type { FindLexemes } from './lexemes.ts'
import { createSplitter, type Range, type Word } from './split-words.ts'

type MarkedVideo = Pick<Video, 'id' | 'title' | 'caption' | 'prompt'>
type Marked = Pick<Terms, 'lexemes' | 'prefixes'>

/** Maximum length of the text before the first mark, in characters. */
const BEFORE = 60
/** Maximum length of an excerpt, in characters. */
const LENGTH = 200

/** Time in milliseconds after which other work gets a turn. */
const TURN_MS = 10
/** Mark characters. They are removed from texts so that users cannot forge marks. */
const MARKS = new RegExp(`[${MARK_START}${MARK_END}]`, 'gu')

/**
 * Marks where a search matched the texts of these videos. Words are compared in their indexed form, but the excerpts
 * contain the original texts.
 */
export async function markVideos(
  videos: MarkedVideo[],
  terms: Marked,
  findLexemes: FindLexemes,
): Promise<Record<string, Excerpts>> {
  if (terms.lexemes.size + terms.prefixes.length === 0) return {}
  const wordsOf = createSplitter()
  const split = ({ id, title, caption, prompt }: MarkedVideo) => ({
    id,
    texts: [
      ['title', clean(title)] as const,
      ['caption', clean(caption ?? '')] as const,
      ['prompt', clean(prompt?.slice(0, PROMPT_LENGTH) ?? '')] as const,
    ].map(([name, text]) => ({ name, text, words: wordsOf(text) })),
  })
  const splitVideos: ReturnType<typeof split>[] = []
  // Splitting a page of a hundred long texts takes half a second. Other requests are answered meanwhile.
  let since = performance.now()
  for (const video of videos) {
    splitVideos.push(split(video))
    if (performance.now() - since < TURN_MS) continue
    await nextTurn()
    since = performance.now()
  }
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
