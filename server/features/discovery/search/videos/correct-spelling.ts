import { sql } from 'kysely'
import type { Db } from '../../../../db/connect.ts'
import type { Search } from '../parse-search.ts'
import { ifCancelled } from '../../../../db/time-limit.ts'

/** Minimum number of letters. Shorter words resemble too many others. */
const MIN_LETTERS = 4
/** Minimum trigram similarity of two words, from 0 to 1. */
const SIMILARITY_MIN = 0.35

/**
 * Returns a corrected search: the most similar common word replaces each word that no video contains. Returns `null` if
 * no word is replaced, if that takes too long, or if the database cannot compare words (some managed servers lack
 * `pg_trgm`).
 */
export async function correctSpelling(tx: Db, { text, phrases }: Search): Promise<string | null> {
  const suspects = phrases.filter(
    ({ words, isExcluded }) => !isExcluded && !words.includes(' ') && words.length >= MIN_LETTERS,
  )
  if (suspects.length === 0) return null
  const typed = suspects.map(({ words }) => words)
  const meant = await findMeant(tx, typed).catch(ifCancelled(() => new Map<string, string>()))
  const corrected = suspects.filter(({ words }) => meant.has(words))
  if (corrected.length === 0) return null
  // Replaces from the end, so that earlier positions stay valid.
  return corrected
    .toReversed()
    .reduce((result, { words, start, end }) => {
      const operator = /^(tool:)?"?/i.exec(result.slice(start, end))?.[0] ?? ''
      const closing = operator.endsWith('"') && result.slice(start, end).endsWith('"') ? '"' : ''
      return result.slice(0, start) + operator + meant.get(words) + closing + result.slice(end)
    }, text)
    .trim()
}

/** Returns the likely intended word for each typed word that no video contains. */
async function findMeant(tx: Db, words: string[]): Promise<Map<string, string>> {
  if (!(await hasTrigrams(tx))) return new Map()
  const { rows } = await sql<{ typed: string; meant: string }>`
    select typed, meant from unnest(${words}::text[]) typed, lateral (
      select word as meant from search_words where word % typed and similarity(word, typed) >= ${SIMILARITY_MIN}
      order by similarity(word, typed) * ln(videos_count + 2) desc, word limit 1
    ) nearest
    where not exists (select from search_words where word = typed)
      -- Words of the latest clips are not counted yet, but are not typing errors either.
      and not exists (select from video_search where words @@ plainto_tsquery('reverie', typed))`.execute(tx)
  return new Map(rows.map((row) => [row.typed, row.meant]))
}

async function hasTrigrams(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (select from pg_extension where extname = 'pg_trgm') as is_there`.execute(tx)
  return rows[0]?.isThere === true
}
