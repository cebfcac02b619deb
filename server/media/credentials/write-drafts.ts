import { writeFileSync } from 'node:fs'
import type { MediaResults } from '../results.ts'
import { type ManifestDraft, type MediaRequest, OUTPUT_NAME } from '../tasks.ts'
import { draftManifest, type Ingredient } from './c2pa.ts'
import { anchorsOfChild } from './trust-lists.ts'

/** Maximum size in bytes of the original's credentials to include. Larger ones stay in the original only. */
const MANIFEST_MAX_BYTES = 512 * 1024

const CLEANED = 'The credentials were valid when checked. Private data was removed from the file afterwards.'

/**
 * Drafts a manifest for each file that was made from an original. The manifest names this program and the original. It
 * includes the original's credentials if the request wants them and they are not too large. For media children: writes
 * the drafts to a file, in base64.
 */
export async function writeDrafts(
  originalPath: string,
  { manifests }: MediaRequest,
): Promise<MediaResults['manifests']> {
  const { filePaths, version, originalType, readsOriginal, isCleaned, signatureBytes } = manifests!
  const draft = (filePath: string, madeFrom: Ingredient) =>
    draftManifest(
      filePath,
      {
        generator: { name: 'Reverie', version },
        actions: ['c2pa.opened', ...(isCleaned ? ['c2pa.edited.metadata'] : []), 'c2pa.transcoded'],
        madeFrom,
      },
      { anchors: anchorsOfChild(), signatureBytes },
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
