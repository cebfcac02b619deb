import { sql, type Updateable } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { VideosTable } from '../../../db/schema/schema.ts'
import type { Deps } from '../../../setup/deps.ts'
import {
  createPendingObject,
  deleteObjects,
  deleteObjectsOrSweep,
  markDeleted,
  publishMade,
  RemovedObjectError,
} from '../../../objects/objects.queries.ts'
import { enqueueCover } from './render-queues.ts'

/** A finished local file, and the id and type of its object. */
export interface MadeFile {
  id: string
  file: string
  contentType: string
}

type StoredFile = Omit<MadeFile, 'file'> & { sizeBytes: number }

type Rendition = 'posterId' | 'previewId' | 'streamId'

/** The row of a video that was read before its files were made. */
type RenderedVideo = { id: string; userId: string; originalId: string; coverAt: number | null } & Record<
  Rendition,
  string | null
>

interface MadeRendition {
  /**
   * Kind of the files. They are dropped if the video is gone, or has another object of this kind by now. Files that
   * replace others are also dropped if the creator has since chosen another cover.
   */
  rendition: Rendition
  files: MadeFile[]
  /** Further changes of the video's row. */
  changes: Updateable<VideosTable>
  /** Further work in the same transaction. */
  alongWith?: ((tx: Db) => Promise<void>) | undefined
}

/**
 * Stores finished files and records them on the video's row. The files have pending objects (`createPendingObject`), so
 * that the sweep finds them after a crash. All are published in one transaction with the row that names them. The
 * transaction also marks the object that they replace as deleted. It enqueues another cover if the poster does not show
 * the creator's choice.
 *
 * @throws {Error} If the video has another original by now.
 */
export async function storeRenditions(
  deps: Pick<Deps, 'db' | 'storage' | 'cdn' | 'jobs'>,
  video: RenderedVideo,
  made: MadeRendition,
): Promise<void> {
  const stored: StoredFile[] = []
  for (const { id, file, contentType } of made.files) {
    stored.push({ id, contentType, ...(await deps.storage.writeFile(id, file)) })
  }
  const ids = stored.map(({ id }) => id)
  const isRecorded = await deps.db
    .transaction()
    .execute((tx) => recordRendition(tx, deps.jobs, { video, made, stored }))
    .catch(async (error: unknown) => {
      // No clean-up finds these files, because their rows are gone.
      if (error instanceof RemovedObjectError) await deps.storage.removeMany(ids)
      throw error
    })
  const replaced = video[made.rendition]
  if (isRecorded) return replaced ? deleteObjectsOrSweep(deps, [replaced]) : undefined
  await markDeleted(deps.db, ids)
  await deleteObjects(deps, ids)
}

/**
 * Publishes the stored files and records them on the video's row.
 *
 * @returns Whether they were recorded. If not, the files are to be deleted.
 */
async function recordRendition(
  tx: Db,
  jobs: Deps['jobs'],
  { video, made, stored }: { video: RenderedVideo; made: MadeRendition; stored: StoredFile[] },
): Promise<boolean> {
  const { rendition, changes, alongWith } = made
  const replaced = video[rendition]
  const row = await tx
    .selectFrom('videos')
    .select(['originalId', 'coverAt', rendition])
    .where('id', '=', video.id)
    .forUpdate()
    .executeTakeFirst()
  // The video has since been deleted, or another worker was faster.
  if (!row || row[rendition] !== replaced) return false
  // These files may contain private data that the new original lacks. The next attempt makes others.
  if (row.originalId !== video.originalId) throw new Error(`The original of video ${video.id} was replaced`)
  // The job that the later choice enqueued makes another poster.
  if (replaced && row.coverAt !== video.coverAt) return false
  for (const object of stored) {
    await publishMade(tx, { ...object, ownerId: video.userId, madeFor: video.id })
  }
  const columns = { ...changes, updatedAt: sql<string>`now()` }
  const changed = await tx
    .updateTable('videos')
    .set(columns)
    .where('id', '=', video.id)
    .returning(['posterId', 'posterAt', 'coverAt'])
    .executeTakeFirstOrThrow()
  if (replaced) await markDeleted(tx, [replaced])
  await alongWith?.(tx)
  // The choice changed while the first poster was made, or a worker of a version without choices made the poster.
  if (changed.posterId && changed.posterAt !== changed.coverAt) await enqueueCover(jobs, tx, video)
  return true
}

/** Creates a pending object for a finished file. `storeRenditions` stores the file. */
export async function createRendition(db: Db, videoId: string, file: string, contentType: string): Promise<MadeFile> {
  return { id: await createPendingObject(db, { madeFor: videoId }), file, contentType }
}
