import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../http/app-error.ts'

/** A select of the video (all columns), if it is there and not hidden from this viewer. For `with target as (…)`. */
export function visibleVideo(id: string, viewerId: string | undefined): RawBuilder<unknown> {
  return sql`select * from videos where id = ${id} and (not is_hidden or user_id = ${viewerId ?? null}::uuid)`
}

export function videoNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Video not found')
}
