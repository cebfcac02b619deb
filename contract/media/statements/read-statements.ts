import type { ByteSource } from '../metadata/byte-reader.ts'
import { CREDENTIALS_MAX_BYTES, type PrivateData } from '../metadata/private-data.ts'
import { type NamedByCredentials, readCredentials } from './credentials.ts'
import { type Quotes, quotePrivate } from './quotes.ts'
import { readTags, type SaidByTags, type Tags } from './tags.ts'
import { sharedWorkflow } from './shared-workflow.ts'

/** What a file says about how it was made, and, for its creator alone, what else its tags tell. */
export interface Statements extends SaidByTags {
  /** What its credentials name, which nobody has checked yet. */
  credentials?: NamedByCredentials
  quotes: Quotes
  /** JSON of the workflow as it would be shared, without its secrets. Empty if there is none that can be shared. */
  workflow: string
}

/** @param hidden What else the file holds: whether there are credentials, and where. */
export async function readStatements(
  source: ByteSource,
  tags: Tags,
  { holdsCredentials, credentialsAt }: Pick<PrivateData, 'holdsCredentials' | 'credentialsAt'>,
): Promise<Statements> {
  const said = { ...readTags(tags), quotes: quotePrivate(tags), workflow: sharedWorkflow(tags) }
  if (!holdsCredentials) return said
  const isReadable = credentialsAt && credentialsAt.sizeBytes <= CREDENTIALS_MAX_BYTES
  const credentials = isReadable
    ? readCredentials(await source.read(credentialsAt.offset, credentialsAt.sizeBytes))
    : {}
  return { ...said, ...credentials, credentials }
}
