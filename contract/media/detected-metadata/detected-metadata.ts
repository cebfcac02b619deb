import type { ByteSource } from '../private-data/byte-reader.ts'
import { CREDENTIALS_MAX_BYTES, type PrivateData } from '../private-data/private-data.ts'
import { type NamedByCredentials, readCredentials } from './credentials.ts'
import { type Quotes, quotePrivate } from './quotes.ts'
import { readTags, type TagClaims, type Tags } from './tags.ts'
import { sharedWorkflow } from './shared-workflow.ts'

/** How a clip was made, according to its file, and for its creator the private values in its tags. */
export interface DetectedMetadata extends TagClaims {
  /** Tool and model according to its credentials, which have not been checked. */
  credentials?: NamedByCredentials
  quotes: Quotes
  /** JSON of the workflow as it would be shared, without its secrets. Empty if no workflow can be shared. */
  workflow: string
}

/** Reads the metadata of a file. @param hidden Whether the file holds credentials, and where. */
export async function readDetectedMetadata(
  source: ByteSource,
  tags: Tags,
  { holdsCredentials, credentialsAt }: Pick<PrivateData, 'holdsCredentials' | 'credentialsAt'>,
): Promise<DetectedMetadata> {
  const detected = { ...readTags(tags), quotes: quotePrivate(tags), workflow: sharedWorkflow(tags) }
  if (!holdsCredentials) return detected
  const isReadable = credentialsAt && credentialsAt.sizeBytes <= CREDENTIALS_MAX_BYTES
  const credentials = isReadable
    ? readCredentials(await source.read(credentialsAt.offset, credentialsAt.sizeBytes))
    : {}
  return { ...detected, ...credentials, credentials }
}
