import type { ProvenanceReason } from '../../../../contract/videos/provenance.ts'
import type { CredentialsFacts, ManifestFacts, TagFacts } from '../../../media/engine/engine.ts'

/** What a file was found to say of how it was made. Kept as JSON, and judged again when the trust lists change. */
export interface Findings {
  /** `later`: it has credentials that a job has yet to check. A reason: they cannot be checked. */
  outcome: CredentialsFacts['outcome'] | 'later' | ProvenanceReason
  manifests: ManifestFacts[]
  manifestsCount: number
  tags: TagFacts[]
}

export const noFindings: Findings = { outcome: 'none', manifests: [], manifestsCount: 0, tags: [] }

/** Whether there is anything to keep. */
export function tellsAnything({ outcome, tags }: Findings): boolean {
  return outcome !== 'none' || tags.length > 0
}
