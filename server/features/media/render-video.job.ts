import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { JobRun } from '../../jobs/jobs.ts'
import { createPendingObject, discardUpload, publishMade } from '../uploads/objects.queries.ts'
import { renderPoster, renderPreview, UnreadableVideoError } from './media.engine.ts'

type MediaDeps = Pick<Deps, 'db' | 'storage' | 'workFolder'>

/**
 * Makes what a video still lacks: poster, then preview. Each is written to storage and then to the row, so that a
 * rerun after a crash goes on where the last one stopped. When nothing more can be tried, the row says why.
 */
export async function renderVideo(
  deps: MediaDeps,
  { payload: { videoId }, signal, isLastTry }: JobRun<'render-video'>,
): Promise<void> {
  const folder = await mkdtemp(join(deps.workFolder, 'render-'))
  try {
    await makeMissing(deps, videoId, folder, signal)
    await deps.db
      .updateTable('videos')
      .set({ status: 'ready', failureReason: null, updatedAt: sql`now()` })
      .where('id', '=', videoId)
      .execute()
  } catch (error) {
    // A file that cannot be decoded today cannot be decoded tomorrow: there is nothing to try again.
    const isHopeless = error instanceof UnreadableVideoError
    if (!isHopeless && (!isLastTry || signal.aborted)) throw error
    const reason = isHopeless ? error.message : 'Poster and preview could not be made. The original still plays.'
    await deps.db
      .updateTable('videos')
      .set({ status: 'failed', failureReason: reason, updatedAt: sql`now()` })
      .where('id', '=', videoId)
      .execute()
    if (!isHopeless) throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeMissing(deps: MediaDeps, videoId: string, folder: string, signal: AbortSignal): Promise<void> {
  const video = await deps.db
    .selectFrom('videos')
    .select(['userId', 'originalId', 'posterId', 'previewId'])
    .where('id', '=', videoId)
    .executeTakeFirst()
  // Deleted while it waited.
  if (!video) return

  await deps.storage.withFile(video.originalId, async (original) => {
    if (!video.posterId) {
      const file = join(folder, 'poster.webp')
      const { placeholder } = await renderPoster(original, file, { signal })
      await keep(deps, { videoId, ownerId: video.userId, file, contentType: 'image/webp' }, (id) => ({
        posterId: id,
        placeholder,
      }))
    }
    if (!video.previewId) {
      const file = join(folder, 'preview.mp4')
      await renderPreview(original, file, { signal })
      await keep(deps, { videoId, ownerId: video.userId, file, contentType: 'video/mp4' }, (id) => ({ previewId: id }))
    }
  })
}

interface Rendition {
  videoId: string
  ownerId: string
  file: string
  contentType: string
}

/** A pending row first, so that the sweep finds the bytes if a crash comes before the video has taken them. */
async function keep(
  deps: MediaDeps,
  { videoId, ownerId, file, contentType }: Rendition,
  columns: (objectId: string) => { posterId: string; placeholder: string } | { previewId: string },
): Promise<void> {
  const id = await createPendingObject(deps.db, ownerId)
  const { sizeBytes } = await deps.storage.writeFile(id, file)
  const isTaken = await deps.db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('videos')
      .set({ ...columns(id), updatedAt: sql`now()` })
      .where('id', '=', videoId)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return false
    await publishMade(tx, { id, contentType, sizeBytes })
    return true
  })
  if (!isTaken) await discardUpload(deps, id)
}
