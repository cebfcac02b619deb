import type { ProvenanceReason } from '../../../../contract/videos/provenance.ts'
import type { CredentialsFacts, ManifestFacts, TagFacts } from '../../../media/engine/engine.ts'

/** Findings in a file about how it was made. They are stored as JSON, and judged again when the trust lists change. */
export interface Findings {
  /** `later`: a job has yet to check the credentials. A `ProvenanceReason`: the credentials cannot be checked. */
  outcome: CredentialsFacts['outcome'] | 'later' | ProvenanceReason
  manifests: ManifestFacts[]
  manifestsCount: number
  tags: TagFacts[]
}

export const noFindings: Findings = { outcome: 'none', manifests: [], manifestsCount: 0, tags: [] }
