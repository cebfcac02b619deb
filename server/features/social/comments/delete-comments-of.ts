import { sql } from 'kysely'
import type { Deps } from '../../../setup/deps.ts'
import { COMMENTS_CHANGED, emitVideoCounted } from '../../../signals/video-signals.ts'
import { closeCasesAndUncount } from './delete-comment.ts'

type RemoveDeps = Pick<Deps, 'db' | 'signals'>

/**
 * Deletes some comments of a user whose account is being deleted. As when a single comment is deleted, the videos are
 * locked first, and cases about the comments are closed. Counts go down by the number of comments that this statement
 * deleted. Hidden comments were not counted.
 *
 * @param limit Maximum number of comments.
 * @returns The number of deleted comments; 0 if none are left.
 */
export async function deleteCommentsOf({ db, signals }: RemoveDeps, userId: string, limit: number): Promise<number> {
  const { rows } = await sql<{ videoId: string; commentsCount: number | null; removed: number }>`
    with chosen as (select id, video_id from comments where user_id = ${userId} order by id limit ${limit}),
    locked as (
      select id from videos where id in (select video_id from chosen) order by id for no key update
    ),
    gone as (
      delete from comments using chosen join locked on locked.id = chosen.video_id
      where comments.id = chosen.id and comments.user_id = ${userId}
      returning comments.id, comments.video_id, comments.is_hidden
    ),
    ${closeCasesAndUncount}
    select gone.video_id, counted.comments_count, count(*)::int as removed
    from gone left join counted using (video_id) group by 1, 2`.execute(db)
  for (const { videoId, commentsCount } of rows) {
    if (commentsCount !== null) emitVideoCounted(signals, { id: videoId }, 'commentsCount', commentsCount)
    signals.emit(COMMENTS_CHANGED, videoId)
  }
  return rows.reduce((sum, { removed }) => sum + removed, 0)
}

/**
 * Deletes some of the user's comment likes in the same way, including those of hidden comments. Comments are locked
 * first, as when a single like is removed.
 */
export async function deleteCommentLikesOf(
  { db, signals }: RemoveDeps,
  userId: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ videoId: string }>`
    with target as (
      select id from comments
      where id in (select comment_id from comment_likes where user_id = ${userId} order by comment_id limit ${limit})
      order by id for no key update
    ),
    removed as (
      delete from comment_likes using target
      where comment_likes.user_id = ${userId} and comment_likes.comment_id = target.id
      returning comment_likes.comment_id
    )
    update comments set likes_count = likes_count - 1 from removed where comments.id = removed.comment_id
    returning comments.video_id`.execute(db)
  for (const videoId of new Set(rows.map((row) => row.videoId))) signals.emit(COMMENTS_CHANGED, videoId)
  return rows.length
}
