import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { type MediaOptions, readWorkflow, TooSlowError, UnreadableVideoError } from '../../../media/engine/engine.ts'
import { publishMade } from '../../../objects/objects.queries.ts'
import type { CheckDeps } from './check-file.ts'
import { REPORT_TYPE, type StoredReport } from './keep-provenance.ts'

/**
 * Returns the publishable part of the workflow in a file. It is empty if no workflow can be read, and the clip is not
 * rejected.
 */
export async function workflowOf({ workFolder }: CheckDeps, filePath: string, options: MediaOptions): Promise<string> {
  return readWorkflow(filePath, { workFolder, ...options }).catch((error: unknown) => {
    if (error instanceof UnreadableVideoError || error instanceof TooSlowError) return ''
    throw error
  })
}

/**
 * Stores a workflow that its creator shares, or the fact that it could not be read, in the transaction that publishes
 * the clip.
 */
export async function keepWorkflow(
  tx: Db,
  { id: videoId, userId: ownerId }: { id: string; userId: string },
  workflow: StoredReport | undefined,
): Promise<void> {
  if (workflow) {
    await publishMade(tx, { ...workflow, ownerId, madeFor: videoId, contentType: REPORT_TYPE, state: 'published' })
  }
  await sql`insert into workflows (video_id, object_id) values (${videoId}, ${workflow?.id ?? null})`.execute(tx)
}
