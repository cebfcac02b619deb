import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { JobRun } from '../../../jobs/jobs.ts'
import { createPendingObject, discardUnfinished } from '../../../objects/objects.queries.ts'
import { enqueueSigning } from '../provenance/sign-renditions.jobs.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { createRendition, storeRenditions } from './store-renditions.ts'
import { jobTurn, renderPoster, renderPreview, renderStream } from '../../../media/engine/engine.ts'
import { enqueueRendition, queueOf } from './render-queues.ts'
import { renditionTypes } from '../../../media/stream/rendition-types.ts'
import { createStreamObjects } from './create-stream-objects.ts'
import { findVideoToRender, type MediaDeps, renderStep, requireRoom, type VideoToRender } from './render-step.ts'

/** Disk space that a stream takes while it is made and copied, relative to the size of its original. */
const STREAM_SHARE = 2

/** Time limit for making a stream: several times what the slowest streams take. */
const STREAM_TIMEOUT_MS = { least: 2 * 60_000, perSecond: 20_000, perGigapixel: 320_000, most: 170 * 60_000 }

/** Starts the workers of this process, one per queue. */
export async function workOnRenditions(deps: MediaDeps): Promise<void> {
  await deps.jobs.work('render-failed', 1, (job) => markFailed(deps, job))
  await deps.jobs.work('render-poster', 1, (job) => makePoster(deps, job))
  await deps.jobs.work('render-cover', 1, (job) => makeCover(deps, job))
  await deps.jobs.work('cover-failed', 1, async ({ payload: { videoId } }) => {
    const video = await findVideoToRender(deps.db, videoId)
    if (video) await keepOldCover(deps.db, video)
    deps.signals.emit(VIDEO_CHANGED, videoId)
  })
  for (const name of ['render-preview', 'render-long-preview'] as const) {
    await deps.jobs.work(name, 1, (job) => makePreview(deps, job))
  }
  for (const name of ['render-stream', 'render-long-stream'] as const) {
    await deps.jobs.work(name, 1, (job) => makeStream(deps, job))
  }
}

/** Makes poster and placeholder of the chosen frame unless they exist. Runs beside `makePreview`. */
export function makePoster(deps: MediaDeps, job: JobRun<'render-poster'>): Promise<void> {
  return renderStep(deps, job, failVideo, async (video, folder, signal) => {
    const finish = async (tx: Db) => {
      await markReady(tx, video.id)
      if (!job.payload.hasPreviewJob) await enqueueRendition(deps.jobs, tx, 'preview', video)
    }
    if (video.posterId) return finish(deps.db)
    await paintPoster(deps, video, folder, signal, finish)
  })
}

/** Replaces the poster if its creator has chosen another frame. Does nothing before the first poster is made. */
export async function makeCover(deps: MediaDeps, job: JobRun<'render-cover'>): Promise<void> {
  // Waits for a transaction that stores the first poster. Such a transaction enqueues no second job while this one is
  // in the queue, so this one must see its poster.
  await deps.db.selectFrom('videos').select('id').where('id', '=', job.payload.videoId).forShare().execute()
  return renderStep(deps, job, keepOldCover, async (video, folder, signal) => {
    if (!video.posterId || video.posterAt === video.coverAt) return
    await paintPoster(deps, video, folder, signal)
  })
}

/**
 * Replaces the choice of a frame that cannot be shown by the choice that the current poster shows. A choice that was
 * made in the meantime stays.
 */
async function keepOldCover(db: Db, { id, coverAt }: Pick<VideoToRender, 'id' | 'coverAt'>): Promise<void> {
  await sql`
    update videos set cover_at = poster_at, updated_at = now()
    where id = ${id} and poster_id is not null and cover_at is not distinct from ${coverAt}`.execute(db)
}

/** Makes and stores a poster of the chosen frame. */
async function paintPoster(
  deps: MediaDeps,
  video: VideoToRender,
  folder: string,
  signal: AbortSignal,
  alongWith?: (tx: Db) => Promise<void>,
): Promise<void> {
  const file = join(folder, 'poster.webp')
  const { originalId, coverAt } = video
  const { placeholder } = await deps.storage.withFile(originalId, (original) =>
    renderPoster(original, file, { turn: jobTurn, coverAt: coverAt ?? undefined, signal }),
  )
  // The object does not name the video yet, because another step that runs now would then discard it as a leftover.
  // After a crash the sweep removes it.
  const id = await createPendingObject(deps.db)
  await storeRenditions(deps, video, {
    rendition: 'posterId',
    files: [{ id, file, contentType: renditionTypes.poster }],
    changes: { posterId: id, placeholder, posterAt: coverAt },
    alongWith,
  })
}

/** Marks a video as ready if it has a poster and a preview, also after a failed attempt to make one of them. */
async function markReady(db: Db, id: string): Promise<void> {
  await sql`
    update videos set status = 'ready', failure_reason = null, updated_at = now()
    where id = ${id} and status <> 'ready' and poster_id is not null and preview_id is not null`.execute(db)
}

/** Makes the preview unless it exists, and enqueues the stream. */
export function makePreview(deps: MediaDeps, job: JobRun<'render-preview' | 'render-long-preview'>): Promise<void> {
  return renderStep(deps, job, failVideo, async (video, folder, signal) => {
    const finish = async (tx: Db) => {
      await markReady(tx, video.id)
      await enqueueRendition(deps.jobs, tx, 'stream', video)
      await deps.jobs.enqueue(tx, 'fingerprint', { videoId: video.id }, { userId: video.userId, cost: 1 })
    }
    if (video.previewId) return finish(deps.db)
    // The stream is made after the preview, so these objects are leftovers of an earlier attempt.
    await discardUnfinished(deps, video.id)
    const file = join(folder, 'preview.mp4')
    await deps.storage.withFile(video.originalId, (original) =>
      renderPreview(original, file, { turn: jobTurn, signal }),
    )
    const made = await createRendition(deps.db, video.id, file, renditionTypes.preview)
    await storeRenditions(deps, video, {
      rendition: 'previewId',
      files: [made],
      changes: { previewId: made.id },
      alongWith: finish,
    })
  })
}

/**
 * Makes the stream, and the storyboard of a longer clip, unless they exist. The video stays ready if the stream cannot
 * be made.
 */
export function makeStream(deps: MediaDeps, job: JobRun<'render-stream' | 'render-long-stream'>): Promise<void> {
  const fail = (_db: Db, { id }: VideoToRender, reason: string) => failStream(deps, id, reason)
  return renderStep(deps, job, fail, async (video, folder, signal) => {
    const enqueueNext = (tx: Db) => enqueueSigning(deps, tx, video)
    if (video.streamId) return enqueueNext(deps.db)
    await discardUnfinished(deps, video.id)
    await requireRoom(deps, STREAM_SHARE * (video.originalBytes ?? 0))
    const timeoutMs = streamTimeoutMs(video)
    const made = join(folder, 'stream')
    const { variants, captions } = await deps.storage.withFile(video.originalId, (original) =>
      renderStream(original, made, { turn: jobTurn, signal, timeoutMs }),
    )
    const { files, ...named } = await createStreamObjects(deps.db, video.id, made, captions)
    const changes = {
      streamId: named.mainId,
      streamSizesCount: variants.length,
      storyboardId: named.storyboardId,
      captions: JSON.stringify(named.captions),
      streamFailure: null,
    }
    await storeRenditions(deps, video, { rendition: 'streamId', files, changes, alongWith: enqueueNext })
  })
}

/**
 * Returns the time limit of a stream, estimated from the clip's duration and from its cost in the queue. The smaller
 * estimate counts. A file that misreports one of these values must not block the queue for hours.
 */
function streamTimeoutMs(video: VideoToRender): number {
  const { least, perSecond, perGigapixel, most } = STREAM_TIMEOUT_MS
  const expected = Math.min(perSecond * video.durationSeconds, perGigapixel * queueOf('stream', video).cost)
  return Math.min(most, least + expected)
}

/**
 * Records the failure when the last attempt of a step has failed. With a preview, that was the poster or the stream,
 * and only the job of a poster has `hasPreviewJob`.
 */
export async function markFailed(deps: MediaDeps, { payload: { videoId, hasPreviewJob } }: JobRun<'render-failed'>) {
  const video = await findVideoToRender(deps.db, videoId)
  if (video?.previewId && !hasPreviewJob) await failStream(deps, videoId)
  else
    await failVideo(deps.db, { id: videoId }, 'We couldn’t create the poster or the preview. The original still plays.')
  deps.signals.emit(VIDEO_CHANGED, videoId)
}

async function failVideo(db: Db, { id }: { id: string }, reason: string): Promise<void> {
  await sql`
    update videos set status = 'failed', failure_reason = ${reason}, updated_at = now()
    where id = ${id} and status = 'processing'`.execute(db)
}

/** @param reason The defect of the file, if known. */
async function failStream(deps: Pick<MediaDeps, 'db' | 'jobs' | 'signer'>, id: string, reason = ''): Promise<void> {
  const streamFailure = `We couldn’t create the stream, so the original plays. ${reason}`.trimEnd()
  await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; userId: string }>`
      update videos set stream_failure = ${streamFailure}, updated_at = now()
      where id = ${id} and preview_id is not null and stream_id is null returning id, user_id`.execute(tx)
    // The video will get no stream, so its preview can be signed now.
    if (rows[0]) await enqueueSigning(deps, tx, rows[0])
  })
}
