import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { videoChanged } from '../videos/video-signals.ts'
import { enqueueRenditions } from './render.jobs.ts'

/**
 * Has what a video lacks made, as if nothing had failed before. What it has stays.
 *
 * @returns Whether there is such a video.
 */
export async function requeueVideo(
  { db, jobs, signals }: Pick<Deps, 'db' | 'jobs' | 'signals'>,
  id: string,
): Promise<boolean> {
  const isFound = await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('videos')
      .set({
        status: sql`case status when 'failed' then 'processing' else status end`,
        failureReason: null,
        streamFailure: null,
        updatedAt: sql`now()`,
      })
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await enqueueRenditions({ jobs }, tx, id)
    return true
  })
  if (isFound) videoChanged(signals, id)
  return isFound
}

/** Whose poster, preview or stream could not be made. */
export async function findFailedVideos(db: Db): Promise<string[]> {
  // The condition of the index `videos_failed`, word for word.
  const rows = await db
    .selectFrom('videos')
    .select('id')
    .where(sql<boolean>`status = 'failed' or stream_failure is not null`)
    .execute()
  return rows.map(({ id }) => id)
}

/** Those that lack something, and those that failed among them. */
export async function findUnfinishedVideos(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('videos')
    .select('id')
    .where(({ or, eb }) => or([eb('posterId', 'is', null), eb('previewId', 'is', null), eb('streamId', 'is', null)]))
    .execute()
  return rows.map(({ id }) => id)
}
