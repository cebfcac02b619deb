import { sql } from 'kysely'
import { isOpen } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import type { Findings } from './findings.ts'

export type ProvenanceRow = NonNullable<Awaited<ReturnType<typeof findProvenance>>>

/** Returns the provenance of a video, even of a hidden one. Most videos have no findings. */
export async function findProvenance(db: Db, videoId: string) {
  const row = await db
    .selectFrom('videos')
    .innerJoin('objects', 'objects.id', 'originalId')
    .leftJoin('provenance', 'provenance.videoId', 'videos.id')
    .leftJoin('workflows', 'workflows.videoId', 'videos.id')
    .select(['videos.provenance', 'provenanceSays', 'provenanceTool', 'provenanceSigner', 'provenanceSignedAt'])
    .select(['provenanceCheck', 'provenanceReason', 'toolUsed', 'model', sql<boolean>`not ${isOpen}`.as('isHidden')])
    .select(['originalId', 'originalType', 'sizeBytes'])
    .select(['findings', 'reportId', 'removed', 'reader', 'listsDate', 'checkedAt'])
    .select(['workflows.videoId as sharingId', 'workflows.objectId as workflowId'])
    .where('videos.id', '=', videoId)
    .executeTakeFirst()
  return row && { ...row, findings: row.findings as Findings | null }
}
