import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { JobName, JobRun } from '../../jobs/jobs.ts'
import { videoChanged } from '../videos/video-signals.ts'
import { createPendingObject, discardUpload, publishMade } from '../uploads/objects.queries.ts'
import { renderPoster, renderPreview, UnreadableVideoError } from './media.engine.ts'

type MediaDeps = Pick<Deps, 'db' | 'storage' | 'jobs' | 'signals' | 'workFolder'>

/**
 * Asks for what a published video lacks: its poster, and after that its preview. Posters have a queue of their own,
 * because they take a tenth of the time and no card should wait for them behind another's preview.
 */
export function enqueueRenditions({ jobs }: Pick<Deps, 'jobs'>, tx: Db, videoId: string): Promise<void> {
  return jobs.send(tx, 'render-poster', { videoId })
}

/** Starts to make renditions in this process, one poster and one preview at a time. */
export async function workOnRenditions(deps: MediaDeps): Promise<void> {
  await deps.jobs.work('render-poster', 1, (job) => makePoster(deps, job))
  await deps.jobs.work('render-preview', 1, (job) => makePreview(deps, job))
}

/** Makes poster and placeholder unless they exist, and asks for the preview. */
export function makePoster(deps: MediaDeps, job: JobRun<'render-poster'>): Promise<void> {
  return renderStep(deps, job, async (video, folder) => {
    if (video.posterId) return deps.jobs.send(deps.db, 'render-preview', job.payload)
    const file = join(folder, 'poster.webp')
    const { placeholder } = await deps.storage.withFile(video.originalId, (original) =>
      renderPoster(original, file, { signal: job.signal }),
    )
    await keep(deps, video, 'posterId', { file, contentType: 'image/webp' }, async (tx, posterId) => {
      await setVideo(tx, video.id, { posterId, placeholder })
      await deps.jobs.send(tx, 'render-preview', job.payload)
    })
  })
}

/** Makes the preview unless it exists; with it the video is ready. */
export function makePreview(deps: MediaDeps, job: JobRun<'render-preview'>): Promise<void> {
  return renderStep(deps, job, async (video, folder) => {
    if (video.previewId) return setVideo(deps.db, video.id, { status: 'ready', failureReason: null })
    const file = join(folder, 'preview.mp4')
    await deps.storage.withFile(video.originalId, (original) => renderPreview(original, file, { signal: job.signal }))
    await keep(deps, video, 'previewId', { file, contentType: 'video/mp4' }, (tx, previewId) =>
      setVideo(tx, video.id, { previewId, status: 'ready', failureReason: null }),
    )
  })
}

interface VideoToRender {
  id: string
  userId: string
  originalId: string
  posterId: string | null
  previewId: string | null
}

/**
 * One step of a video, in a folder of its own that is removed in every case. When nothing more can be tried, the row
 * says why.
 */
async function renderStep(
  { db, signals, workFolder }: MediaDeps,
  { payload: { videoId }, signal, isLastTry }: JobRun<JobName>,
  make: (video: VideoToRender, folder: string) => Promise<void>,
): Promise<void> {
  const video = await db
    .selectFrom('videos')
    .select(['id', 'userId', 'originalId', 'posterId', 'previewId'])
    .where('id', '=', videoId)
    .executeTakeFirst()
  // Deleted while it waited.
  if (!video) return

  const folder = await mkdtemp(join(workFolder, 'render-'))
  try {
    await make(video, folder)
  } catch (error) {
    // A file that cannot be decoded today cannot be decoded tomorrow: there is nothing to try again.
    const isHopeless = error instanceof UnreadableVideoError
    if (!isHopeless && (!isLastTry || signal.aborted)) throw error
    const failureReason = isHopeless ? error.message : 'Poster and preview could not be made. The original still plays.'
    await setVideo(db, videoId, { status: 'failed', failureReason })
    if (!isHopeless) throw error
  } finally {
    videoChanged(signals, videoId)
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Brings a finished file into storage and onto the video's row. A pending object comes first, so that the sweep finds
 * the bytes if a crash comes before the row has taken them; both are published in one transaction.
 */
async function keep(
  deps: MediaDeps,
  video: VideoToRender,
  rendition: 'posterId' | 'previewId',
  { file, contentType }: { file: string; contentType: string },
  takeOver: (tx: Db, objectId: string) => Promise<void>,
): Promise<void> {
  const id = await createPendingObject(deps.db, null)
  const { sizeBytes } = await deps.storage.writeFile(id, file)
  const isKept = await deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('videos')
      .select(['isHidden', 'posterId', 'previewId'])
      .where('id', '=', video.id)
      .forUpdate()
      .executeTakeFirst()
    // Deleted meanwhile, or another worker was quicker.
    if (!row || row[rendition] !== null) return false
    const state = row.isHidden ? 'hidden' : 'published'
    await publishMade(tx, { id, contentType, sizeBytes, state, ownerId: video.userId })
    await takeOver(tx, id)
    return true
  })
  if (!isKept) await discardUpload(deps, id)
}

interface VideoChanges {
  posterId?: string
  placeholder?: string
  previewId?: string
  status?: 'ready' | 'failed'
  failureReason?: string | null
}

async function setVideo(db: Db, id: string, changes: VideoChanges): Promise<void> {
  await db
    .updateTable('videos')
    .set({ ...changes, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute()
}
