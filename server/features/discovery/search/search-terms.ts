import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Phrase } from './parse-search.ts'

/** A search's words, as PostgreSQL knows them. */
export interface Terms {
  /** What rows are compared with; `null` if no word says anything, as "the" does not. */
  query: string | null
  /** The same without words that may go on: who has the word itself comes before who has a longer one. */
  exactQuery: string | null
  /**
   * What the index of words is asked for; the rest of `query` is compared row by row. Common words are not in it, unless
   * there is no other: to go through all that have them takes longer than to read the rows of the rarest.
   */
  indexQuery: string | null
  isOneWord: boolean
  /** About how many videos have the rarest of them; `undefined` where all are left out. */
  videosCount: number | undefined
  /** What the words of a text are compared with, to mark those that matched. */
  lexemes: Set<string>
  prefixes: string[]
}

interface Row {
  query: string
  lexemes: string[]
  videosCount: number
}

/** Matches that are read one by one, by an index of what they share. Of what is more common, the beginning is read. */
export const FEW = 10_000

/** Words that begin with the same letters, of which the numbers are added up. */
const MAX_COMPLETIONS = 500

/** Behind every word that begins with the same letters, whatever comes next. */
const LAST = '\u{10FFFF}'

export async function findTerms(tx: Db, phrases: Phrase[]): Promise<Terms> {
  const rows = phrases.length > 0 ? await readTerms(tx, phrases) : []
  const terms = phrases.map((phrase, i) => ({ ...phrase, ...rows[i]! }))
  const told = terms.filter(({ query, isPrefix }) => query !== '' || isPrefix)
  const wanted = told.filter(({ isExcluded }) => !isExcluded)
  const rarest = wanted.toSorted((a, b) => a.videosCount - b.videosCount)[0]
  const indexed = wanted.filter((term) => term === rarest || term.videosCount <= FEW)
  return {
    query: allOf(told.map((term) => signed(term, withCompletions(term)))),
    exactQuery: allOf(told.filter(({ query }) => query !== '').map((term) => signed(term, named(term, term.query)))),
    indexQuery: allOf(indexed.map((term) => signed(term, withCompletions(term)))),
    isOneWord: wanted.length === 1 && wanted[0]?.words.includes(' ') === false,
    videosCount: rarest?.videosCount,
    lexemes: new Set(wanted.flatMap(({ lexemes }) => lexemes)),
    prefixes: wanted.filter(({ isPrefix }) => isPrefix).map(({ words }) => words),
  }
}

/** Of a phrase the rarest word counts, and of a word that may go on all words that it may become. */
async function readTerms(tx: Db, phrases: Phrase[]): Promise<Row[]> {
  const wanted = phrases.map(({ words, isPrefix }) => ({ words, prefix: isPrefix ? words : null }))
  const { rows } = await sql<Row>`
    select phraseto_tsquery('reverie', words)::text as query, lexemes,
      (coalesce((
        select min(known) from unnest(lexemes) lexeme, lateral (
          select coalesce(sum(videos_count), 0) as known from search_words where search_words.lexeme = lexeme.lexeme
        ) counted
      ), 0) + coalesce((
        select sum(videos_count) from (
          select videos_count from search_words where word ~>=~ prefix and word ~<~ (prefix || ${LAST})
          order by word using ~<~ limit ${MAX_COMPLETIONS}
        ) completions
      ), 0))::int as videos_count
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as term (words text, prefix text),
      lateral (select tsvector_to_array(to_tsvector('reverie', words)) as lexemes) stemmed`.execute(tx)
  return rows
}

function withCompletions({ query, words, isPrefix, isName }: Phrase & Row): string {
  if (!isPrefix) return named({ isName }, query)
  // Nothing but letters and digits: it needs no escape.
  const prefix = `'${words}':*${isName ? 'B' : ''}`
  return query === '' ? prefix : `(${named({ isName }, query)} | ${prefix})`
}

/** In tags, tools and models only. PostgreSQL writes every word in quotes, with quotes and backslashes doubled. */
function named({ isName }: Pick<Phrase, 'isName'>, query: string): string {
  return isName ? query.replaceAll(/'((?:[^']|'')*)'/g, "'$1':B") : query
}

const signed = ({ isExcluded }: Phrase, query: string) => (isExcluded ? `!(${query})` : `(${query})`)

const allOf = (queries: string[]) => (queries.length > 0 ? queries.join(' & ') : null)
