import { sql } from 'kysely'
import { objectStateFor } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import type { Deps } from '../../../setup/deps.ts'
import { findPrivateData, type PrivateDataFacts } from '../../../media/engine/engine.ts'
import { noteRemoval } from '../provenance/store-provenance.ts'
import type { VideoColumns } from '../reading/present-video.ts'
import { enqueueRenditions, renderedColumns, type RenderedVideo } from '../renditions/render-queues.ts'
import {
  createPendingObject,
  deleteObjectsOrSweep,
  discardUpload,
  markDeleted,
  publishMade,
} from '../../../objects/objects.queries.ts'
import { cleanOriginal, recordCleaning } from './clean-original.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'

type CleanDeps = Pick<Deps, 'db' | 'storage' | 'jobs' | 'signals' | 'workFolder'>

type UncleanedVideo = VideoColumns<'id' | 'userId' | 'originalId'>

/** Returns the next video, by id, whose original has not been searched for private data. */
export async function findUncleaned(db: Db, afterId: string): Promise<UncleanedVideo | undefined> {
  const { rows } = await sql<UncleanedVideo>`
    select id, user_id, original_id from videos
    where id > ${afterId} and not exists (select from cleaned_originals where object_id = original_id)
    order by id limit 1`.execute(db)
  return rows[0]
}

/**
 * Searches the original of a published video, and replaces it with a clean copy if it contains private data. A
 * published object is never changed: the copy is a new object, and one transaction switches the video to it. From then
 * on the old address answers 404. Until then viewers see no difference. The sweep removes a copy that a crash leaves
 * behind.
 *
 * @throws {UnreadableVideoError} If the file cannot be cleaned.
 */
export async function cleanPublished(deps: CleanDeps, video: UncleanedVideo): Promise<PrivateDataFacts> {
  const { db, storage } = deps
  const { edits, ...found } = await findPrivateDataIn(deps, video.originalId)
  if (edits.length === 0) {
    await recordCleaning(db, video.originalId, found)
    return found
  }
  const copyId = await createPendingObject(db)
  const { sizeBytes } = await storage.withFile(video.originalId, (file) => storage.writeFile(copyId, file))
  await cleanOriginal(deps, copyId, found, edits)
  const rest = await findPrivateDataIn(deps, copyId)
  if (rest.edits.length > 0) throw new Error(`The copy of ${video.originalId} is not clean: ${rest.kinds.join(', ')}`)
  const deleted = await switchOriginal(deps, video, { id: copyId, sizeBytes }, found)
  if (deleted) {
    deps.signals.emit(VIDEO_CHANGED, video.id)
    await deleteObjectsOrSweep(deps, deleted)
  } else await discardUpload(deps, copyId)
  return found
}

/** Finds the private data in an object's file, which stays unchanged. */
export function findPrivateDataIn({ storage, workFolder }: Pick<Deps, 'storage' | 'workFolder'>, objectId: string) {
  return storage.withFile(objectId, (file) => findPrivateData(file, { workFolder }))
}

/**
 * Replaces the original of a video by its clean copy.
 *
 * @returns Ids of objects to delete; `undefined` if the video was deleted or got another original.
 */
function switchOriginal(
  { db, jobs }: CleanDeps,
  { id, userId, originalId }: UncleanedVideo,
  copy: { id: string; sizeBytes: number },
  { kinds }: PrivateDataFacts,
): Promise<string[] | undefined> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ contentType: string; captions: object[] }>`
      select content_type, captions from videos join objects on objects.id = original_id
      where videos.id = ${id} and original_id = ${originalId} for update of videos`.execute(tx)
    const [video] = rows
    if (!video) return undefined
    await publishMade(tx, { ...copy, ownerId: userId, contentType: video.contentType, state: objectStateFor(id) })
    await tx.updateTable('videos').set({ originalId: copy.id }).where('id', '=', id).execute()
    await markDeleted(tx, [originalId])
    await noteRemoval(tx, id, kinds)
    const hasPrivateCaptions = kinds.includes('measurements') && video.captions.length > 0
    return hasPrivateCaptions ? [originalId, ...(await replaceStream(jobs, tx, id))] : [originalId]
  })
}

/**
 * Marks the stream and all of its parts as deleted, because its captions may contain locations. Enqueues a new stream.
 *
 * @returns Ids of objects to delete.
 */
async function replaceStream(jobs: Jobs, tx: Db, id: string): Promise<string[]> {
  const { rows: videos } = await sql<RenderedVideo>`
    update videos set stream_id = null, stream_sizes_count = null, storyboard_id = null, captions = '[]'
    where id = ${id} returning ${renderedColumns}`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    update objects set state = 'deleted'
    where made_for = ${id} and state in ('published', 'hidden') and not exists (
      select from videos left join provenance on provenance.video_id = videos.id
        left join workflows on workflows.video_id = videos.id
      where videos.id = ${id} and objects.id in (poster_id, preview_id, report_id, workflows.object_id)
    )
    returning id`.execute(tx)
  for (const video of videos) await enqueueRenditions(jobs, tx, video)
  return rows.map((object) => object.id)
}
