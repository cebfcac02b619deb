import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { AppError } from '../../../errors/app-error.ts'
import { closeCasesOfComments } from '../../moderation/cases/close-case.ts'
import { emitNotificationsChanged } from '../notifications/notify.ts'
import { countActivity } from '../../videos/counting/count-activity.ts'
import { emitCommentsChanged } from '../../../signals/video-signals.ts'
import { can } from '../../../access/can.ts'
import { isVisibleTo, visibleComment } from '../../../access/visibility.ts'
import { commentNotFound } from './comment-row.ts'

type CommentDeps = Pick<Deps, 'db' | 'signals'>

/**
 * The parts of a statement that delete the comments in `target`, close the cases about them and update the counts.
 * Hidden comments were not counted. `target` must lock the videos first, as when a video is deleted. The opposite order
 * could deadlock.
 */
export const deleteTarget = sql`
    gone as (
      delete from comments using target where comments.id = target.id
      returning comments.id, comments.video_id, comments.is_hidden
    ),
    ${closeCasesOfComments},
    removed as (select video_id from gone where not is_hidden),
    ${countActivity('comments', 'removed')}`

/**
 * Deletes a comment with its likes and its notification, and closes the case about it. The author and the owner of the
 * video may delete it.
 *
 * @throws {AppError} NOT_FOUND, including for a comment below a hidden video and for other users' hidden comments;
 *   ACCESS_DENIED for other users' comments.
 */
export async function deleteComment({ db, signals }: CommentDeps, viewerId: string, id: string): Promise<void> {
  const { rows } = await sql<{ videoId: string; ownerId: string; commentsCount: number | null }>`
    with target as (
      select comments.id from comments join videos on videos.id = comments.video_id
      where comments.id = ${id} and ${viewerId}::uuid in (comments.user_id, videos.user_id)
        and ${isVisibleTo(viewerId)}
      for no key update of videos
    ),
    ${deleteTarget}
    select videos.id as video_id, videos.user_id as owner_id, counted.comments_count
    from gone join videos on videos.id = gone.video_id left join counted on true`.execute(db)
  const [deleted] = rows
  if (!deleted) throw await whyNotDeleted(db, viewerId, id)
  const { videoId, ownerId, commentsCount } = deleted
  emitCommentsChanged(signals, videoId, commentsCount)
  // The owner's notification of the comment was deleted, too.
  emitNotificationsChanged(signals, ownerId)
}

/** Returns the error for a comment that could not be deleted. */
async function whyNotDeleted(db: Db, viewerId: string, id: string): Promise<AppError> {
  const { rows } = await sql<{ authorId: string; ownerId: string }>`
    select user_id as author_id, owner_id from (${visibleComment(id, viewerId)}) as visible`.execute(db)
  const [comment] = rows
  // If the viewer may delete the comment now, a concurrent change prevented the deletion.
  if (!comment || can({ id: viewerId }, 'deleteComment', { authorId: comment.authorId, video: comment })) {
    return commentNotFound()
  }
  return new AppError('ACCESS_DENIED', 'You can only delete your own comments')
}
