import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/connect.ts'
import { AppError } from '../errors/app-error.ts'

/** A select of the video (all columns), if it is there and not hidden from this viewer. For `with target as (…)`. */
export function visibleVideo(id: string, viewerId: string | undefined): RawBuilder<unknown> {
  return sql`select * from videos where id = ${id} and (not is_hidden or user_id = ${viewerId ?? null}::uuid)`
}

export function videoNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Video not found')
}

/** Why a write to an own video found none: it is not there (or hidden), or it is somebody else's. */
export async function whyNotOwn(db: Db, id: string): Promise<AppError> {
  const video = await db.selectFrom('videos').select('isHidden').where('id', '=', id).executeTakeFirst()
  if (!video || video.isHidden) return videoNotFound()
  return new AppError('ACCESS_DENIED', 'You can only change your own videos')
}
