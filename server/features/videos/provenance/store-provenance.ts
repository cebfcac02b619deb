import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { PrivateKind } from '../../../../contract/media/private-data/private-data.ts'
import type { Db } from '../../../db/connect.ts'
import { READER } from '../../../media/credentials/reader.ts'
import { ifUnreadable, type MediaOptions, readWorkflow } from '../../../media/engine/engine.ts'
import { digestOf, officialDate } from '../../../media/credentials/trust-lists.ts'
import { createPendingObject, markDeleted, publishMade } from '../../../objects/objects.queries.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { Findings } from './findings.ts'
import { isIntact } from './judge.ts'

export const REPORT_TYPE = 'application/json'

/** An object in storage that has no owner yet. */
type StoredContent = Awaited<ReturnType<typeof storeContent>>

/** Stores a report, a workflow or a manifest. The sweep removes objects that a crash leaves behind. */
export async function storeContent(
  { db, storage, workFolder }: Pick<Deps, 'db' | 'storage' | 'workFolder'>,
  content: string | Buffer,
) {
  await using folder = await mkdtempDisposable(join(workFolder, 'content-'))
  const file = join(folder.path, 'content')
  await writeFile(file, content)
  const id = await createPendingObject(db)
  return { id, ...(await storage.writeFile(id, file)) }
}

interface FindingsToStore {
  video: { id: string; userId: string }
  findings: Findings
  report: StoredContent | undefined
  /** Kinds of private data that were removed from the file after the check. */
  removedKinds: PrivateKind[]
}

/**
 * Stores the findings behind a clip's state, in the transaction that sets the state. Does nothing if the file has no
 * findings.
 *
 * @returns Ids of objects to delete: the previous report, if there was one.
 */
export async function storeFindings(
  { config }: Pick<Deps, 'config'>,
  tx: Db,
  { video, findings, report, removedKinds }: FindingsToStore,
): Promise<string[]> {
  if (findings.outcome === 'none' && findings.tags.length === 0) return []
  const { id: videoId, userId: ownerId } = video
  if (report) await publishMade(tx, { ...report, ownerId, madeFor: videoId, contentType: REPORT_TYPE })
  const before = await tx.selectFrom('provenance').select('reportId').where('videoId', '=', videoId).executeTakeFirst()
  const row = {
    findings: JSON.stringify(findings),
    reportId: report?.id ?? null,
    removed: removedOf(findings, removedKinds),
    reader: READER,
    lists: digestOf(config.operatorAnchors),
    listsDate: officialDate(),
  }
  await tx
    .insertInto('provenance')
    .values({ videoId, ...row })
    .onConflict((conflict) => conflict.column('videoId').doUpdateSet({ ...row, checkedAt: sql`now()` }))
    .execute()
  if (!before?.reportId) return []
  await markDeleted(tx, [before.reportId])
  return [before.reportId]
}

/** Records that a clip's file was cleaned after its credentials were checked. */
export async function noteRemoval(tx: Db, videoId: string, kinds: PrivateKind[]): Promise<void> {
  const row = await tx.selectFrom('provenance').select('findings').where('videoId', '=', videoId).executeTakeFirst()
  if (!row) return
  const removed = removedOf(row.findings as Findings, kinds)
  await tx.updateTable('provenance').set({ removed }).where('videoId', '=', videoId).execute()
}

/** Returns the removal to mention. Only a removal that broke a valid signature is mentioned. */
function removedOf({ outcome, manifests: [own] }: Findings, kinds: PrivateKind[]): 'place' | 'private' | null {
  if (outcome !== 'read' || !own || !isIntact(own) || kinds.length === 0) return null
  return kinds.includes('place') ? 'place' : 'private'
}

/**
 * Returns the publishable part of the workflow in a file. It is empty if no workflow can be read, and the clip is not
 * rejected.
 */
export function workflowOf(
  { workFolder }: Pick<Deps, 'workFolder'>,
  filePath: string,
  options: MediaOptions,
): Promise<string> {
  return readWorkflow(filePath, { workFolder, ...options }).catch(ifUnreadable(''))
}

/**
 * Stores a workflow that its creator shares, or the fact that it could not be read. Runs in the transaction that
 * publishes the clip.
 */
export async function storeWorkflow(
  tx: Db,
  { id: videoId, userId: ownerId }: { id: string; userId: string },
  workflow: StoredContent | undefined,
): Promise<void> {
  if (workflow) {
    await publishMade(tx, { ...workflow, ownerId, madeFor: videoId, contentType: REPORT_TYPE })
  }
  await sql`insert into workflows (video_id, object_id) values (${videoId}, ${workflow?.id ?? null})`.execute(tx)
}
