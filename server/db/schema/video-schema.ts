import type { ColumnType, Generated } from 'kysely'
import type {
  ProvenanceCheck,
  ProvenanceReason,
  ProvenanceClaim,
  ProvenanceState,
} from '../../../contract/videos/provenance.ts'
import type { Timestamp } from './schema.ts'

/** Columns of `videos`: the provenance of a clip. */
export interface ProvenanceColumns {
  provenance: Generated<ProvenanceState>
  provenanceSays: ProvenanceClaim | null
  /** The tool's name in the file. */
  provenanceTool: string | null
  provenanceSigner: string | null
  provenanceSignedAt: string | null
  provenanceCheck: Generated<ProvenanceCheck>
  /** Set exactly when the check is impossible. */
  provenanceReason: ProvenanceReason | null
  showsReality: Generated<boolean>
}

/** Tables of provenance. */
export interface ProvenanceTables {
  /** The evidence of provenance, for files that contain any. */
  provenance: {
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
  /** For each rendition, the object that is its signed manifest. */
  sidecars: { objectId: string; manifestId: string }
  /** Workflows that creators share. */
  workflows: {
    videoId: string
    /** The object with the workflow as JSON; `null` if the file had no readable one. */
    objectId: string | null
  }
}
