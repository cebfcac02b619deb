import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { CommentHidingReason } from '../../../db/schema/schema.ts'
import type { Signals } from '../../../signals/signals.ts'
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
  return change(tx, ids, sql`array_append(${kept}, ${reason})`)
}

/** Removes `reason` from the hiding reasons. A comment without further reasons is shown and counted again. */
export function showComments(tx: Db, ids: string[], reason: CommentHidingReason): Promise<CountedComments[]> {
  return change(tx, ids, sql`array_remove(comments.hidden_for, ${reason})`)
}

/** Emits the signals of comments that were hidden or shown. */
export function emitCommentsHidden(signals: Signals, counted: CountedComments[]): void {
  for (const { videoId, ownerId, commentsCount } of counted) {
    emitCommentsChanged(signals, videoId, commentsCount)
    emitNotificationsChanged(signals, ownerId)
  }
}

async function change(tx: Db, ids: string[], reasons: ReturnType<typeof sql>): Promise<CountedComments[]> {
  await sql`
    select from videos where id in (select video_id from comments where id = any (${ids}))
    order by id for no key update`.execute(tx)
  const { rows } = await sql<CountedComments>`
    with before as (
      select id, is_hidden from comments where id = any (${ids}) order by id for update
    ),
    changed as (
      update comments set hidden_for = ${reasons}, is_hidden = ${reasons} <> '{}'
      from before where comments.id = before.id
      returning comments.video_id, before.is_hidden::int - comments.is_hidden::int as moved
    ),
    moved as (select video_id, sum(moved)::int as moved from changed group by video_id)
    update videos set comments_count = comments_count + moved.moved
    from moved where videos.id = moved.video_id and moved.moved <> 0
    returning videos.id as video_id, videos.user_id as owner_id, videos.comments_count`.execute(tx)
  return rows
}
