import { type RawBuilder, sql } from 'kysely'
import type { Comment } from '../../../../contract/social/comments.ts'
import type { PendingReason } from '../../../../contract/moderation/pending-comments.ts'
import { hasBlocked } from '../../../access/mutes-and-blocks.ts'
import { requireStillActive, accountStatusOf } from '../../../access/account-status.ts'
import { visibleVideo, whyNotReacted } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { emitCommentsChanged } from '../../../signals/video-signals.ts'
import type { Signals } from '../../../signals/signals.ts'
import { emitNotificationsChanged, notify } from '../notifications/notify.ts'
import { countActivity } from '../../videos/counting/count-activity.ts'
import { commentColumns, type CommentRow, presentComment } from './comment-row.ts'

export interface NewComment {
  userId: string
  videoId: string
  /** Text of 1 to 500 characters. */
  text: string
  wordsDigest: number | null
  /** Reason why the comment awaits staff review, or null. */
  heldBecause: PendingReason | null
}

export type WrittenComment = CommentRow & { isHidden: boolean; commentsCount: number | null; notified: string | null }

/** Returns the part of a statement that notifies the owners of the videos of the comments in `source`. */
export function notifyOfComments(source: 'added' | 'shown'): RawBuilder<unknown> {
  const owners = sql`
    select videos.user_id as recipient_id, comment.user_id as actor_id, video_id, comment.id as comment_id
    from ${sql.ref(source)} as comment join videos on videos.id = video_id`
  return notify('comment', owners)
}

/**
 * The end of a statement that writes or approves the comment in `written`. If the comment is not hidden, it is counted
 * and the video's owner is notified. It selects a `WrittenComment`.
 */
export const countAndNotify = sql`
    added as (select * from written where not is_hidden),
    ${countActivity('comments', 'added')},
    notified as (${notifyOfComments('added')})
    select ${commentColumns('written')}, written.is_hidden, counted.comments_count, notified.user_id as notified
    from written join users on users.id = written.user_id left join counted on true left join notified on true`

/**
 * Writes a comment, counts it and notifies the video's owner, in one statement. A pending comment is neither counted
 * nor notified. The statement locks the video and then the author. It thus sees whether either was just hidden or
 * deleted.
 *
 * @returns The data that `emitCommentWritten` needs after the commit.
 * @throws {AppError} NOT_FOUND for a missing or hidden video; ACCESS_DENIED if comments are off.
 * @throws {AppError} BLOCKED if the video's owner has blocked the author.
 * @throws {AppError} ACCOUNT_RESTRICTED if the author was just restricted.
 */
export async function writeComment(db: Db, comment: NewComment): Promise<WrittenComment> {
  const { userId, videoId, text, wordsDigest, heldBecause } = comment
  const { rows } = await sql<WrittenComment>`
    with target as (
      ${visibleVideo(videoId, userId)} and not ${hasBlocked(sql`videos.user_id`, userId)} for no key update
    ),
    -- This lock waits for a concurrent suspension of the author, whose result the row then shows.
    writer as (
      select users.id, target.id as video_id, array_remove(array[
        ${heldBecause && 'hold'}, case when target.commenting = 'held' and target.user_id <> users.id then 'owner' end
      ], null) as hidden_for
      from target join users on users.id = ${userId}
      where target.commenting <> 'off' and ${accountStatusOf} = 'active' for share of users
    ),
    written as (
      insert into comments (user_id, video_id, text, words_digest, held_because, hidden_for, is_hidden)
      select id, video_id, ${text}, ${wordsDigest}, ${heldBecause}, hidden_for, hidden_for <> '{}' from writer
      returning *
    ),
    ${countAndNotify}`.execute(db)
  const [created] = rows
  if (!created) throw await whyNotWritten(db, userId, videoId)
  return created
}

/** Emits the signals of a written or approved comment, and returns the reply. */
export function emitCommentWritten(signals: Signals, written: WrittenComment): Comment {
  if (written.isHidden) return presentComment(written, { isHeld: true })
  emitCommentsChanged(signals, written.videoId, written.commentsCount)
  emitNotificationsChanged(signals, written.notified)
  return presentComment(written)
}

/**
 * Returns the error for a comment that could not be written.
 * @throws {AppError} ACCOUNT_RESTRICTED if the author was just restricted.
 */
async function whyNotWritten(db: Db, userId: string, videoId: string): Promise<AppError> {
  await requireStillActive(db, userId)
  const { rows } = await sql`
    select from (${visibleVideo(videoId, userId)}) as visible where commenting = 'off'`.execute(db)
  if (rows[0]) return new AppError('ACCESS_DENIED', 'Comments are off for this clip.')
  return whyNotReacted(db, videoId, userId, 'comment on')
}
