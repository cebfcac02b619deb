import type { ColumnType, Generated } from 'kysely'
import type { RepostState } from '../../../contract/videos/duplicates.ts'
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

/** Tables about clips besides `videos`. */
export interface VideoTables {
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
  videoParents: {
    videoId: string
    position: number
    /** `null` if the parent was deleted. */
    parentId: string | null
    /** The parent's prompt at the time of the remix. */
    parentPrompt: string | null
    thanks: string | null
    createdAt: Timestamp
  }
  fingerprints: {
    videoId: string
    durationSeconds: number
    /** Hashes of 32 bytes each. */
    frames: Generated<Buffer>
    keys: Generated<number[]>
    /** `null` until the fingerprints are computed. */
    madeAt: string | null
  }
  commonFingerprintKeys: { key: number }
  reposts: {
    videoId: string
    firstId: string
    /** Share of the frames that match, 0 to 1; `null` if only the clip's creator claims a match. */
    share: number | null
    state: RepostState
    disputeText: string | null
    foundAt: Timestamp
  }
  cleanedOriginals: {
    objectId: string
    cleanedAt: Timestamp
    kinds: string[]
    changedBytes: number
    heldCredentials: boolean
  }
  keptBytes: { userId: string; sizeBytes: number }
}
