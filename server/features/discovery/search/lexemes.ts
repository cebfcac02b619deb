import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

const MAX_KNOWN = 20_000

/** Returns the lexemes of normalised words. They never change, so recent ones are cached. */
export function createLexemes(db: Db): (words: string[]) => Promise<Map<string, string>> {
  const known = new Map<string, string>()
  return async (words) => {
    const unknown = words.filter((word) => !known.has(word))
    if (unknown.length > 0) {
      if (known.size + unknown.length > MAX_KNOWN) known.clear()
      const { rows } = await sql<{ word: string; lexeme: string | null }>`
        select word, (tsvector_to_array(to_tsvector('reverie', word)))[1] as lexeme
        from unnest(${unknown}::text[]) word`.execute(db)
      for (const { word, lexeme } of rows) known.set(word, lexeme ?? '')
    }
    return new Map(words.map((word) => [word, known.get(word) ?? word]))
  }
}
