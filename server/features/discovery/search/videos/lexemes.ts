import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../../../concurrency/at-most.ts'
import type { Db } from '../../../../db/connect.ts'

/** Maximum number of words whose lexemes are cached. */
const MAX_KNOWN = 20_000

/** Returns the lexemes that the index stores for words. */
export type FindLexemes = (words: string[]) => Promise<Map<string, string | undefined>>

/**
 * Returns a function that finds the lexeme of each normalised word. A word's lexeme never changes, so those of recent
 * words are cached.
 */
export function createLexemeFinder(db: Db): FindLexemes {
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
