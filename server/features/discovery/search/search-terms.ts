import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Phrase } from './parse-search.ts'

/** The words of a search in PostgreSQL's form. */
export interface Terms {
  /** The query that rows are compared with, or `null` if all words are stop words such as "the". */
  query: string | null
  /** The same query without prefixes. It ranks videos with the exact word before those with a longer one. */
  exactQuery: string | null
  /**
   * The part of `query` that the word index answers. It leaves out common words, because their index entries take
   * longer to read than the rarest word's rows. The rest of `query` is compared row by row.
   */
  indexQuery: string | null
  isOneWord: boolean
  /** Approximate number of videos that contain the rarest word, or `undefined` if all words are excluded. */
  videosCount: number | undefined
  /** Lexemes of the search. Words of a text that have one of them are marked as matches. */
  lexemes: Set<string>
  prefixes: string[]
}

interface Row {
  query: string
  lexemes: string[]
  videosCount: number
}

/** Maximum number of matches to read completely through an index. If there are more, only the beginning is read. */
export const FEW = 10_000

/** Maximum number of completions whose counts are added up for one prefix. */
const MAX_COMPLETIONS = 500

/** A character that sorts after every completion of a prefix. */
export const LAST = '\u{10FFFF}'

export async function findTerms(tx: Db, phrases: Phrase[]): Promise<Terms> {
  const rows = phrases.length > 0 ? await readTerms(tx, phrases) : []
  const terms = phrases.map((phrase, i) => ({ ...phrase, ...rows[i]! }))
  const effective = terms.filter(({ query, isPrefix }) => query !== '' || isPrefix)
  const wanted = effective.filter(({ isExcluded }) => !isExcluded)
  const rarest = wanted.toSorted((a, b) => a.videosCount - b.videosCount)[0]
  const indexed = wanted.filter((term) => term === rarest || term.videosCount <= FEW)
  return {
    query: allOf(effective.map((term) => signed(term, withCompletions(term)))),
    exactQuery: allOf(
      effective.filter(({ query }) => query !== '').map((term) => signed(term, named(term, term.query))),
    ),
    indexQuery: allOf(indexed.map((term) => signed(term, withCompletions(term)))),
    isOneWord: wanted.length === 1 && wanted[0]?.words.includes(' ') === false,
    videosCount: rarest?.videosCount,
    lexemes: new Set(wanted.flatMap(({ lexemes }) => lexemes)),
    prefixes: wanted.filter(({ isPrefix }) => isPrefix).map(({ words }) => words),
  }
}

/** Reads the counts of the terms. A phrase counts as its rarest word, and a prefix as all its completions. */
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
  // The words consist of letters and digits and need no escaping.
  const prefix = `'${words}':*${isName ? 'B' : ''}`
  return query === '' ? prefix : `(${named({ isName }, query)} | ${prefix})`
}

/** Limits a query to tags, tools and models. PostgreSQL quotes every word and doubles quotes and backslashes in it. */
function named({ isName }: Pick<Phrase, 'isName'>, query: string): string {
  return isName ? query.replaceAll(/'((?:[^']|'')*)'/g, "'$1':B") : query
}

const signed = ({ isExcluded }: Phrase, query: string) => (isExcluded ? `!(${query})` : `(${query})`)

const allOf = (queries: string[]) => (queries.length > 0 ? queries.join(' & ') : null)
