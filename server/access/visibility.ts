import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/connect.ts'
import { AppError } from '../errors/app-error.ts'
import { type Asker, can } from './can.ts'
import { blockedFrom, hasBlocked } from './relations.ts'

/** Which videos are shown to whom, in SQL; `can` says the same of what has been read. The rule stands in these two. */

/** In lists, which never show a hidden video, not even to its owner. The condition of the lists' partial indexes. */
export const isListed = sql<boolean>`not videos.is_hidden`

/** @param viewer An id, nobody, or the column of a query that holds either. */
export function isVisibleTo(viewer: string | undefined | RawBuilder<unknown>): RawBuilder<boolean> {
  const id = typeof viewer === 'object' ? viewer : sql`${viewer ?? null}::uuid`
  return sql<boolean>`(not videos.is_hidden or videos.user_id = ${id})`
}

/** A select of the video (all columns), if this viewer may see it. For `with target as (…)`. */
export function visibleVideo(id: string, viewerId: string | undefined): RawBuilder<unknown> {
  return sql`select * from videos where id = ${id} and ${isVisibleTo(viewerId)}`
}

export function videoNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Video not found')
}

/**
 * Why somebody could not like a video or comment on it: it is not there, or hidden from them, or its owner has blocked
 * them.
 */
export async function whyNoResponse(
  db: Db,
  id: string,
  viewerId: string,
  deed: 'like' | 'comment on',
): Promise<AppError> {
  const { rows } = await sql`
    select from videos where id = ${id} and ${isVisibleTo(viewerId)}
      and ${hasBlocked(sql`videos.user_id`, viewerId)}`.execute(db)
  return rows.length === 0 ? videoNotFound() : blockedFrom(`${deed} their clips`)
}

/** @throws {AppError} NOT_FOUND for a video that is missing or hidden from this viewer. */
export async function requireVisible(db: Db, id: string, viewer: Asker): Promise<void> {
  const video = await db
    .selectFrom('videos')
    .select(['isHidden', 'userId as ownerId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!video || !can(viewer, 'see', video)) throw videoNotFound()
}

/**
 * Explains why a change to an own video found none: the video belongs to someone else.
 *
 * @throws {AppError} NOT_FOUND for a video that is missing or hidden from this viewer.
 */
export async function whyNotOwn(db: Db, id: string, viewerId: string): Promise<AppError> {
  await requireVisible(db, id, { id: viewerId })
  return new AppError('ACCESS_DENIED', 'You can only change your own videos')
}
