import type { ByteSource } from '../metadata/byte-reader.ts'
import type { NamedByCredentials } from './credentials.ts'
import { type Quotes, quotePrivate } from './quotes.ts'
import { readTags, type SaidByTags, type Tags } from './tags.ts'

/** What a file says about how it was made, and, for its creator alone, what else its tags tell. */
export interface Statements extends SaidByTags {
  /** What its credentials name, which nobody has checked yet. */
  credentials?: NamedByCredentials
  quotes: Quotes
}

export async function readStatements(source: ByteSource, tags: Tags, holdsCredentials: boolean): Promise<Statements> {
  const said = { ...readTags(tags), quotes: quotePrivate(tags) }
  if (!holdsCredentials) return said
  const credentials = await import('./credentials.ts').then(({ readCredentials }) => readCredentials(source))
  return { ...said, ...credentials, credentials }
}
