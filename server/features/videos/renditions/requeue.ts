import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import type { Deps } from '../../../setup/deps.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { whyNotOwn } from '../../../access/visibility.ts'
import { enqueueRenditions, renderedColumns, type RenderedVideo } from './render-queues.ts'

type RequeueDeps = Pick<Deps, 'db' | 'jobs' | 'signals'>

/** Condition that renditions of a row of `videos` have failed. The index `videos_failed` has it word for word. */
export const hasFailed = sql<boolean>`status = 'failed' or stream_failure is not null`

/**
 * Retries the failed renditions of one of the owner's videos. Does nothing if none has failed, or a retry is in
 * progress.
 *
 * @throws {AppError} NOT_FOUND, or ACCESS_DENIED if another person owns it.
 */
export async function retryFailed({ db, jobs, signals }: RequeueDeps, id: string, ownerId: string): Promise<void> {
  const isRetried = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ hasFailed: boolean }>`
      select (${hasFailed}) as has_failed from videos where id = ${id} and user_id = ${ownerId} for update`.execute(tx)
    const [video] = rows
    if (!video) throw await whyNotOwn(tx, id, ownerId)
    if (video.hasFailed) await enqueueAgain(jobs, tx, id)
    return video.hasFailed
  })
  if (isRetried) signals.emit(VIDEO_CHANGED, id)
}

/**
 * Enqueues the missing renditions of a video and clears its failures. Existing renditions are kept.
 *
 * @returns Whether the video exists.
 */
export async function requeueVideo({ db, jobs, signals }: RequeueDeps, id: string): Promise<boolean> {
  const isFound = await db.transaction().execute((tx) => enqueueAgain(jobs, tx, id))
  if (isFound) signals.emit(VIDEO_CHANGED, id)
  return isFound
}

/** @returns Whether the video exists. */
async function enqueueAgain(jobs: Jobs, tx: Db, id: string): Promise<boolean> {
  const { rows } = await sql<RenderedVideo>`
    update videos set status = case status when 'failed' then 'processing' else status end, failure_reason = null,
      stream_failure = null, updated_at = now()
    where id = ${id} returning ${renderedColumns}`.execute(tx)
  if (rows[0]) await enqueueRenditions(jobs, tx, rows[0])
  return rows.length > 0
}

/** Lists videos whose poster, preview or stream could not be made. */
export async function listFailedVideos(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('videos').select('id').where(hasFailed).execute()
  return rows.map(({ id }) => id)
}

/** Lists videos that lack a rendition, including failed ones. */
export async function listUnfinishedVideos(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from videos where poster_id is null or preview_id is null or stream_id is null`.execute(db)
  return rows.map(({ id }) => id)
}
