import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { CommentHidingReason } from '../../../db/schema/schema.ts'
import type { Signals } from '../../../signals/signals.ts'
import { countActivity } from '../../videos/counting/count-activity.ts'
import { emitNotificationsChanged } from '../notifications/notify.ts'
import { emitCommentsChanged } from '../../../signals/video-signals.ts'

/** Number of visible comments of a video after some of them were hidden or shown. */
export interface CountedComments {
  videoId: string
  /** Owner of the video, who was notified of each comment. */
  ownerId: string
  commentsCount: number
}

/**
 * Adds `reason` to the hiding reasons of these comments. Comments that become hidden are no longer listed or counted. A
 * moderator's decision about a pending comment also ends its staff review. Videos are locked in the order of their ids,
 * as in every statement that changes counts.
 *
 * @returns Counts for the signals that `emitCommentsHidden` emits after the commit.
 */
export function hideComments(tx: Db, ids: string[], reason: CommentHidingReason): Promise<CountedComments[]> {
  const others = sql`array_remove(comments.hidden_for, ${reason})`
  const kept = reason === 'moderation' ? sql`array_remove(${others}, 'hold')` : others
  return change(tx, ids, sql`array_append(${kept}, ${reason})`, 'removed')
}

/** Removes `reason` from the hiding reasons. A comment without further reasons is shown and counted again. */
export function showComments(tx: Db, ids: string[], reason: CommentHidingReason): Promise<CountedComments[]> {
  return change(tx, ids, sql`array_remove(comments.hidden_for, ${reason})`, 'added')
}

/** Emits the signals of comments that were hidden or shown. */
export function emitCommentsHidden(signals: Signals, counted: CountedComments[]): void {
  for (const { videoId, ownerId, commentsCount } of counted) {
    emitCommentsChanged(signals, videoId, commentsCount)
    emitNotificationsChanged(signals, ownerId)
  }
}

/** @param flipped Whether the comments that become visible or hidden are added to the counts or removed from them. */
async function change(
  tx: Db,
  ids: string[],
  reasons: RawBuilder<unknown>,
  flipped: 'added' | 'removed',
): Promise<CountedComments[]> {
  await sql`
    select from videos where id in (select video_id from comments where id = any (${ids}))
    order by id for no key update`.execute(tx)
  const { rows } = await sql<CountedComments>`
    with before as (
      select id, is_hidden as was_hidden from comments where id = any (${ids}) order by id for update
    ),
    changed as (
      update comments set hidden_for = ${reasons}, is_hidden = ${reasons} <> '{}'
      from before where comments.id = before.id
      returning comments.*, was_hidden
    ),
    ${sql.ref(flipped)} as (select * from changed where was_hidden <> is_hidden),
    ${countActivity('comments', flipped)}
    select video_id, user_id as owner_id, comments_count from counted`.execute(tx)
  return rows
}
