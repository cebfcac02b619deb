import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/connect.ts'
import { AppError } from '../errors/app-error.ts'
import { type Asker, isStaff } from './can.ts'
import { blockedFrom, hasBlocked } from './mutes-and-blocks.ts'

/**
 * The visibility of videos in SQL. The conditions refer to a row with the name `videos`. A statement that also reads
 * another row of the table gives that one an alias. A listed video is open.
 */

/** The conditions as text, for statements that are too frequent to be built of parts. */
export const isListedText = 'not videos.is_hidden'
export const isOpenText = isListedText

/**
 * Condition that lists show a video, and that totals count it. Lists do not show a hidden video even to its owner.
 * Partial indexes have this condition.
 */
export const isListed = sql.raw<boolean>(isListedText)

/**
 * Condition that all viewers may open a video: its page, files and comments. It equals `isListed`, because each reason
 * for hiding applies to both.
 */
export const isOpen = sql.raw<boolean>(isOpenText)

/** State of the objects of a video. */
export const objectState = sql<'published' | 'hidden'>`case when ${isOpen} then 'published' else 'hidden' end`

/** Selects the state of an object that is added to a video. The caller has locked the video, so that it stays valid. */
export function objectStateFor(videoId: string): RawBuilder<'published' | 'hidden'> {
  return sql`(select ${objectState} from videos where id = ${videoId})`
}

/** An id, or the column of a query that contains an id or null. */
type ViewerId = string | undefined | RawBuilder<unknown>

/** Condition that the viewer may open a video because it is open or their own. Staff may open more (`canSee`). */
export function isVisibleTo(viewer: ViewerId): RawBuilder<boolean> {
  return sql<boolean>`(${isOpen} or ${isOwnedBy(viewer)})`
}

/** Condition that a reply about something else, such as a notification, may show a video to the viewer. */
export function isListedTo(viewer: ViewerId): RawBuilder<boolean> {
  return sql<boolean>`(${isListed} or ${isOwnedBy(viewer)})`
}

function isOwnedBy(viewer: ViewerId): RawBuilder<boolean> {
  return sql`videos.user_id = ${typeof viewer === 'object' ? viewer : sql`${viewer ?? null}::uuid`}`
}

/** The condition of `can(viewer, 'see', video)`. */
export function canSee(viewer: Asker): RawBuilder<boolean> {
  return isStaff(viewer) ? sql`true` : isVisibleTo(viewer?.id)
}

/** Selects the video (all columns) if the viewer may see it. Used in `with target as (…)`. */
export function visibleVideo(id: string, viewerId: string | undefined): RawBuilder<unknown> {
  return sql`select * from videos where id = ${id} and ${isVisibleTo(viewerId)}`
}

/** Selects the comment, with the owner of its video, if the viewer may see it. Callers append conditions or a lock. */
export function visibleComment(id: string, viewerId: string | undefined): RawBuilder<unknown> {
  return sql`
    select comments.*, videos.user_id as owner_id from comments join videos on videos.id = comments.video_id
    where comments.id = ${id} and not comments.is_hidden and ${isVisibleTo(viewerId)}`
}

export function videoNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Video not found')
}

/** Explains why a like or comment was refused: the video is missing or hidden, or its owner blocked the viewer. */
export async function whyNotReacted(
  db: Db,
  id: string,
  viewerId: string,
  action: 'like' | 'comment on',
): Promise<AppError> {
  const { rows } = await sql`
    select from videos where id = ${id} and ${isVisibleTo(viewerId)}
      and ${hasBlocked(sql`videos.user_id`, viewerId)}`.execute(db)
  return rows.length === 0 ? videoNotFound() : blockedFrom(`${action} their clips`)
}

/** @throws {AppError} NOT_FOUND for a video that is missing or hidden from this viewer. */
export async function requireVisible(db: Db, id: string, viewer: Asker): Promise<void> {
  const { rows } = await sql`select from videos where id = ${id} and ${canSee(viewer)}`.execute(db)
  if (rows.length === 0) throw videoNotFound()
}

/**
 * Explains why a statement that changes one of the viewer's videos found no row: another person owns the video.
 *
 * @throws {AppError} NOT_FOUND for a video that is missing or hidden from this viewer.
 */
export async function whyNotOwn(db: Db, id: string, viewerId: string): Promise<AppError> {
  await requireVisible(db, id, { id: viewerId })
  return new AppError('ACCESS_DENIED', 'You can only change your own videos')
}
