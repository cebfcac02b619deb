import { type ManifestDraft, SIGNATURE_BLANK } from '../media/tasks.ts'
import type { Signer } from './signer.ts'

/**
 * Signs a manifest that a media child has drafted: what is signed is the claim that stands in it, and nothing else.
 *
 * @throws {Error} If it is no such draft.
 */
export function completeManifest({ manifest, claim }: ManifestDraft, signer: Signer): Buffer {
  const claimStart = manifest.lastIndexOf(claim)
  // Behind the claim: what the clip was made from may have anything before it.
  const blank = Buffer.alloc(signer.signatureBytes, SIGNATURE_BLANK)
  const start = claimStart < 0 ? -1 : manifest.indexOf(blank, claimStart + claim.length)
  if (start < 0) throw new Error('A media child drafted a manifest that cannot be signed')
  const complete = Buffer.from(manifest)
  signer.sign(claim).copy(complete, start)
  return complete
}
