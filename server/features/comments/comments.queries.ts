import { sql } from 'kysely'
import type { Comment } from '../../../contract/comments.ts'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../setup/deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { closeCasesOfComments, closingReports } from '../cases/close-case.ts'
import { notificationsChanged, notify } from '../notifications/notify.ts'
import { addToCommentsCount } from '../videos/video-counts.ts'
import { videoCounted } from '../../signals/video-signals.ts'
import { can } from '../../access/can.ts'
import { hasBlocked } from '../../access/relations.ts'
import { requireStillActive, standingOf } from '../../access/standing.ts'
import { isVisibleTo, visibleVideo, whyNoResponse } from '../../access/visibility.ts'
import { commentsChanged } from '../../signals/comment-signals.ts'

export type CommentRow = Omit<Comment, 'isLiked'>

type CommentDeps = Pick<Deps, 'db' | 'signals'>

/**
 * Writes a comment, counts it and tells the video's owner, in one statement. It locks the video, then the writer: what
 * is deleted, hidden or suspended meanwhile is seen.
 *
 * @param text 1 to 500 characters.
 * @throws {AppError} NOT_FOUND for a missing or hidden video; BLOCKED by its owner; ACCOUNT_RESTRICTED for who was
 *   restricted a moment ago.
 */
export async function createComment(
  { db, signals }: CommentDeps,
  viewerId: string,
  videoId: string,
  text: string,
): Promise<Comment> {
  const written = sql`
    select counted.user_id as recipient_id, added.user_id as actor_id, added.video_id, added.id as comment_id
    from added join counted on counted.video_id = added.video_id`
  const { rows } = await sql<CommentRow & { commentsCount: number; notified: string | null }>`
    with target as (
      ${visibleVideo(videoId, viewerId)} and not ${hasBlocked(sql`videos.user_id`, viewerId)} for no key update
    ),
    -- Suspending them waits for this, or this for that, and then the row says so.
    writer as (
      select users.id, target.id as video_id from target join users on users.id = ${viewerId}
      where ${standingOf} = 'active' for share of users
    ),
    added as (
      insert into comments (user_id, video_id, text) select id, video_id, ${text} from writer returning *
    ),
    counted as (${addToCommentsCount('added', 1)}),
    notified as (${notify('comment', written)})
    select added.*, users.username, users.display_name, users.avatar_url,
      counted.comments_count, notified.user_id as notified
    from added join users on users.id = added.user_id join counted on true left join notified on true`.execute(db)
  const [created] = rows
  if (!created) throw await whyNotWritten(db, viewerId, videoId)
  const { commentsCount, notified, ...comment } = created
  videoCounted(signals, comment.videoId, 'commentsCount', commentsCount)
  commentsChanged(signals, comment.videoId)
  notificationsChanged(signals, notified)
  return { ...comment, isLiked: false }
}

/**
 * Deletes a comment with its likes and its notification, and closes the case about it: for its author and for the owner
 * of the video. One that is hidden is not counted. The video is locked first, as deleting the video does it: the other way round, the two could wait for each other.
 *
 * @throws {AppError} NOT_FOUND, also below a hidden video; ACCESS_DENIED for anybody else's.
 */
export async function deleteComment({ db, signals }: CommentDeps, viewerId: string, id: string): Promise<void> {
  const { rows } = await sql<{ videoId: string; ownerId: string; commentsCount: number }>`
    with target as (
      select comments.id from comments join videos on videos.id = comments.video_id
      where comments.id = ${id} and ${viewerId}::uuid in (comments.user_id, videos.user_id)
        and ${isVisibleTo(viewerId)}
      for no key update of videos
    ),
    gone as (
      delete from comments using target where comments.id = target.id
      returning comments.id, comments.video_id, comments.is_hidden
    ),
    closed as (${closeCasesOfComments('gone')}),
    answered as (${closingReports(sql`select id from closed`)}),
    removed as (select video_id from gone where not is_hidden),
    counted as (${addToCommentsCount('removed', -1)})
    select videos.id as video_id, videos.user_id as owner_id,
      coalesce(counted.comments_count, videos.comments_count) as comments_count
    from gone join videos on videos.id = gone.video_id left join counted on true`.execute(db)
  const [deleted] = rows
  if (!deleted) throw await whyNotDeleted(db, viewerId, id)
  videoCounted(signals, deleted.videoId, 'commentsCount', deleted.commentsCount)
  commentsChanged(signals, deleted.videoId)
  // What told the owner of the comment went with it.
  notificationsChanged(signals, deleted.ownerId)
}

/** They have just been restricted, or the video is not there. */
async function whyNotWritten(db: Db, viewerId: string, videoId: string): Promise<AppError> {
  await requireStillActive(db, viewerId)
  return whyNoResponse(db, videoId, viewerId, 'comment on')
}

/** It is not there (or below a hidden video), or it is somebody else's. */
async function whyNotDeleted(db: Db, viewerId: string, id: string): Promise<AppError> {
  const { rows } = await sql<{ authorId: string; ownerId: string }>`
    select comments.user_id as author_id, videos.user_id as owner_id
    from comments join videos on videos.id = comments.video_id
    where comments.id = ${id} and ${isVisibleTo(viewerId)}`.execute(db)
  const [comment] = rows
  // One that may be deleted was deleted by somebody else just now.
  if (!comment || can({ id: viewerId }, 'deleteComment', { authorId: comment.authorId, video: comment })) {
    return commentNotFound()
  }
  return new AppError('ACCESS_DENIED', 'You can only delete your own comments')
}

export function commentNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Comment not found')
}
