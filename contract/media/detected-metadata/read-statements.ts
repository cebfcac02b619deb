import type { ByteSource } from '../private-data/byte-reader.ts'
import { CREDENTIALS_MAX_BYTES, type PrivateData } from '../private-data/private-data.ts'
import { type NamedByCredentials, readCredentials } from './credentials.ts'
import { type Quotes, quotePrivate } from './quotes.ts'
import { readTags, type TagClaims, type Tags } from './tags.ts'
import { sharedWorkflow } from './shared-workflow.ts'

/** The statements of a file about how it was made, and for its creator the private values in its tags. */
export interface Statements extends TagClaims {
  /** Tool and model according to its credentials, which have not been checked. */
  credentials?: NamedByCredentials
  quotes: Quotes
  /** JSON of the workflow as it would be shared, without its secrets. Empty if no workflow can be shared. */
  workflow: string
}

/** Reads the statements of a file. @param hidden Whether the file holds credentials, and where. */
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
