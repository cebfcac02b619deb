import { type ManifestDraft, SIGNATURE_BLANK } from '../media/tasks.ts'
import type { Signer } from './signer.ts'

/**
 * Signs the claim in a manifest that a media child has drafted, and nothing else.
 *
 * @throws {Error} If the manifest has no claim or no place for the signature.
 */
export function completeManifest({ manifest, claim }: ManifestDraft, signer: Signer): Buffer {
  const claimStart = manifest.lastIndexOf(claim)
  // The signature comes after the claim; manifests of ingredients before it may contain anything.
  const blank = Buffer.alloc(signer.signatureBytes, SIGNATURE_BLANK)
  const start = claimStart < 0 ? -1 : manifest.indexOf(blank, claimStart + claim.length)
  if (start < 0) throw new Error('A media child drafted a manifest that cannot be signed')
  const complete = Buffer.from(manifest)
  signer.sign(claim).copy(complete, start)
  return complete
}
