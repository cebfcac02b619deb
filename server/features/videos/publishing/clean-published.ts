import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { findPrivateData, type PrivateDataFacts } from '../../../media/engine/engine.ts'
import { noteRemoval } from '../provenance/keep-provenance.ts'
import { enqueueRenditions } from '../renditions/render.jobs.ts'
import {
  createPendingObject,
  deleteObjectsOrSweep,
  discardUpload,
  markDeleted,
  publishMade,
} from '../../../objects/objects.queries.ts'
import { cleanOriginal, recordCleaning } from './clean-original.ts'
import { videoChanged } from '../../../signals/video-signals.ts'

type CleanDeps = Pick<Deps, 'db' | 'storage' | 'jobs' | 'signals' | 'workFolder'>

export interface UncleanedVideo {
  id: string
  userId: string
  originalId: string
}

/** The next video whose original has not been searched for private data, by id. */
export function findUncleaned(db: Db, afterId: string): Promise<UncleanedVideo | undefined> {
  return db
    .selectFrom('videos')
    .leftJoin('cleanedOriginals', 'cleanedOriginals.objectId', 'videos.originalId')
    .select(['videos.id', 'videos.userId', 'videos.originalId'])
    .where('cleanedOriginals.objectId', 'is', null)
    .where('videos.id', '>', afterId)
    .orderBy('videos.id')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Searches the original of a published video, and puts a clean copy in its place if it tells what it should not. What has
 * been shown is never changed: the copy is a new object, the video names it from one transaction on, and the old address
 * answers 404. Until then nobody sees a difference; a crash leaves a copy that the sweep removes.
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
  const copyId = await createPendingObject(db, null)
  const { sizeBytes } = await storage.withFile(video.originalId, (file) => storage.writeFile(copyId, file))
  await cleanOriginal(deps, copyId, found, edits)
  const left = await findPrivateDataIn(deps, copyId)
  if (left.edits.length > 0) throw new Error(`The copy of ${video.originalId} is not clean: ${left.kinds.join(', ')}`)
  const deleted = await switchOriginal(deps, video, { id: copyId, sizeBytes }, found)
  if (deleted) {
    videoChanged(deps.signals, video.id)
    await deleteObjectsOrSweep(deps, deleted)
  } else await discardUpload(deps, copyId)
  return found
}

/** For `--dry-run`: what would be taken out. */
export function findPrivateDataIn({ storage, workFolder }: Pick<Deps, 'storage' | 'workFolder'>, objectId: string) {
  return storage.withFile(objectId, (file) => findPrivateData(file, { workFolder }))
}

/** @returns What is to be deleted; `undefined` if the video is gone, or has another original by now. */
function switchOriginal(
  { db, jobs }: CleanDeps,
  { id, userId, originalId }: UncleanedVideo,
  copy: { id: string; sizeBytes: number },
  { kinds }: PrivateDataFacts,
): Promise<string[] | undefined> {
  return db.transaction().execute(async (tx) => {
    const video = await tx
      .selectFrom('videos')
      .innerJoin('objects', 'objects.id', 'originalId')
      .select(['isHidden', 'contentType', 'captions'])
      .where('videos.id', '=', id)
      .where('originalId', '=', originalId)
      .forUpdate('videos')
      .executeTakeFirst()
    if (!video) return undefined
    const state = video.isHidden ? 'hidden' : 'published'
    // The table's constraint: what is published has a type.
    await publishMade(tx, { ...copy, ownerId: userId, contentType: video.contentType ?? '', state })
    await tx.updateTable('videos').set({ originalId: copy.id }).where('id', '=', id).execute()
    await markDeleted(tx, [originalId])
    await noteRemoval(tx, id, kinds)
    const tellsInCaptions = kinds.includes('measurements') && video.captions.length > 0
    return tellsInCaptions ? [originalId, ...(await makeStreamAnew({ jobs }, tx, { id, userId }))] : [originalId]
  })
}

/** Captions were made of tracks that told places: the stream and all that belongs to it is made again. */
async function makeStreamAnew(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Db,
  video: { id: string; userId: string },
): Promise<string[]> {
  const { id } = video
  const { posterId, previewId, reportId, workflowId } = await tx
    .selectFrom('videos')
    .leftJoin('provenance', 'provenance.videoId', 'videos.id')
    .leftJoin('workflows', 'workflows.videoId', 'videos.id')
    .select(['posterId', 'previewId', 'reportId', 'workflows.objectId as workflowId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('videos')
    .set({ streamId: null, streamSizesCount: null, storyboardId: null, captions: '[]' })
    .where('id', '=', id)
    .execute()
  const kept = [posterId, previewId, reportId, workflowId].filter((each) => each !== null)
  const deleted = await tx
    .updateTable('objects')
    .set({ state: 'deleted' })
    .where('madeFor', '=', id)
    .where('state', 'in', ['published', 'hidden'])
    .$if(kept.length > 0, (query) => query.where('id', 'not in', kept))
    .returning('id')
    .execute()
  await enqueueRenditions({ jobs }, tx, video)
  return deleted.map((object) => object.id)
}
