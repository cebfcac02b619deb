import { readFileSync, writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { type ManifestDraft, type ManifestsFacts, type ManifestsRequest, OUTPUT_NAME } from '../tasks.ts'
import { draftManifest, type Ingredient } from './c2pa.ts'
import { anchorsOf } from './trust-lists.ts'

/** Maximum size in bytes of the original's credentials to include. Larger ones stay in the original only. */
const MANIFEST_MAX_BYTES = 512 * 1024

const CLEANED = 'The credentials were valid when checked. Private data was removed from the file afterwards.'

/**
 * Drafts a manifest for each file that was made from an original. It names the maker and the original, and includes the
 * original's credentials. For media children: writes the drafts to a file, in base64.
 *
 * @param operatorAnchors Name of a file in the working folder.
 */
export async function draftManifests(
  originalPath: string,
  request: ManifestsRequest,
  operatorAnchors?: string,
): Promise<ManifestsFacts> {
  // This is background work.
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  const { filePaths, version, originalType, readsOriginal, isCleaned, signatureBytes } = request
  const draft = (filePath: string, madeFrom: Ingredient) =>
    draftManifest(
      filePath,
      {
        generator: { name: 'Reverie', version },
        actions: ['c2pa.opened', ...(isCleaned ? ['c2pa.edited.metadata'] : []), 'c2pa.transcoded'],
        madeFrom,
      },
      { anchors: anchorsOf(operatorAnchors && readFileSync(operatorAnchors, 'utf8')), signatureBytes },
    )
  const named: Ingredient = { contentType: originalType, description: isCleaned ? CLEANED : undefined }
  const drafts: ManifestDraft[] = []
  for (const filePath of filePaths) {
    const whole = readsOriginal ? await draft(filePath, { ...named, filePath: originalPath }) : undefined
    drafts.push(whole && whole.manifest.length <= MANIFEST_MAX_BYTES ? whole : await draft(filePath, named))
  }
  writeFileSync(OUTPUT_NAME, JSON.stringify(drafts.map(({ manifest, claim }) => [base64(manifest), base64(claim)])))
  return { count: drafts.length }
}

const base64 = (bytes: Buffer): string => bytes.toString('base64')
