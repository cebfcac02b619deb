import type { ColumnType, Generated } from 'kysely'
import type {
  ProvenanceCheck,
  ProvenanceReason,
  ProvenanceSays,
  ProvenanceState,
} from '../../../contract/videos/provenance.ts'
import type { Timestamp } from './schema.ts'

/** Of `videos`: what is known of how a clip was made. */
export interface ProvenanceColumns {
  provenance: Generated<ProvenanceState>
  provenanceSays: ProvenanceSays | null
  /** As the file names them. */
  provenanceTool: string | null
  provenanceSigner: string | null
  provenanceSignedAt: string | null
  provenanceCheck: Generated<ProvenanceCheck>
  /** Set exactly when the check is impossible. */
  provenanceReason: ProvenanceReason | null
  showsReality: Generated<boolean>
}

/** Which object is the signed manifest of a rendition. */
export interface SidecarsTable {
  objectId: string
  manifestId: string
}

/** Workflows that creators share. */
export interface WorkflowsTable {
  videoId: string
  /** JSON; `null` if the file had none that could be read. */
  objectId: string | null
}

/** What that stands on, of files that tell anything. */
export interface ProvenanceTable {
  videoId: string
  findings: ColumnType<unknown, string, string>
  reportId: string | null
  removed: 'place' | 'private' | null
  reader: string
  /** Digest of the trust lists. */
  lists: string
  listsDate: string | null
  checkedAt: Timestamp
}
