import type { ByteSource } from '../metadata/byte-reader.ts'
import type { PrivateData } from '../metadata/private-data.ts'
import { type NamedByCredentials, readCredentials } from './credentials.ts'
import { type Quotes, quotePrivate } from './quotes.ts'
import { readTags, type SaidByTags, type Tags } from './tags.ts'
import { findWorkflows } from './workflow.ts'

/** What a file says about how it was made, and, for its creator alone, what else its tags tell. */
export interface Statements extends SaidByTags {
  /** What its credentials name, which nobody has checked yet. */
  credentials?: NamedByCredentials
  quotes: Quotes
  /** Whether there is a workflow that its creator may share. */
  hasWorkflow: boolean
}

/** Real credentials have 5–41 kB. */
const CREDENTIALS_MAX_BYTES = 2 ** 20

/** @param hidden What else the file holds: whether there are credentials, and where. */
export async function readStatements(
  source: ByteSource,
  tags: Tags,
  { holdsCredentials, credentialsAt }: Pick<PrivateData, 'holdsCredentials' | 'credentialsAt'>,
): Promise<Statements> {
  const said = { ...readTags(tags), quotes: quotePrivate(tags), hasWorkflow: findWorkflows(tags).length > 0 }
  if (!holdsCredentials) return said
  const isReadable = credentialsAt && credentialsAt.sizeBytes <= CREDENTIALS_MAX_BYTES
  const credentials = isReadable
    ? readCredentials(await source.read(credentialsAt.offset, credentialsAt.sizeBytes))
    : {}
  return { ...said, ...credentials, credentials }
}
