import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { CommentHidingReason } from '../../../db/schema/schema.ts'
import type { Signals } from '../../../signals/signals.ts'
import { notificationsChanged } from '../notifications/notify.ts'
import { commentsChanged } from '../../../signals/comment-signals.ts'
import { videoCounted } from '../../../signals/video-signals.ts'

/** How many comments a video shows, after some of them were hidden or shown. */
export interface CountedComments {
  videoId: string
  /** Whose the video is: they were told of each comment. */
  ownerId: string
  commentsCount: number
}

/**
 * Adds `reason` to what hides these comments; one that nothing hid leaves its list and its count. A moderator's decision
 * is the look that a held one waited for. Videos are locked in the order of their ids, as everything that moves counts
 * does.
 *
 * @returns What to tell once it is committed (`tellHiddenComments`).
 */
export function hideComments(tx: Db, ids: string[], reason: CommentHidingReason): Promise<CountedComments[]> {
  const others = sql`array_remove(comments.hidden_for, ${reason})`
  const kept = reason === 'moderation' ? sql`array_remove(${others}, 'hold')` : others
  return change(tx, ids, sql`array_append(${kept}, ${reason})`)
}

/** Takes `reason` back. A comment is shown and counted again when there is no other. */
export function showComments(tx: Db, ids: string[], reason: CommentHidingReason): Promise<CountedComments[]> {
  return change(tx, ids, sql`array_remove(comments.hidden_for, ${reason})`)
}

export function tellHiddenComments(signals: Signals, counted: CountedComments[]): void {
  for (const { videoId, ownerId, commentsCount } of counted) {
    videoCounted(signals, videoId, 'commentsCount', commentsCount)
    commentsChanged(signals, videoId)
    notificationsChanged(signals, ownerId)
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
