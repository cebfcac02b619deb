import { sql } from 'kysely'
import type { Deps } from '../../../setup/deps.ts'
import { COMMENTS_CHANGED, emitCommentsChanged } from '../../../signals/video-signals.ts'
import { addToLikesCount } from './comment-likes.queries.ts'
import { deleteTarget } from './delete-comment.ts'

type RemoveDeps = Pick<Deps, 'db' | 'signals'>

/**
 * Deletes some comments of a user whose account is being deleted, like `deleteComment`.
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
    target as (select chosen.id from chosen join locked on locked.id = chosen.video_id),
    ${deleteTarget}
    select gone.video_id, counted.comments_count, count(*)::int as removed
    from gone left join counted using (video_id) group by 1, 2`.execute(db)
  for (const { videoId, commentsCount } of rows) emitCommentsChanged(signals, videoId, commentsCount)
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
    ${addToLikesCount('removed', -1)}`.execute(db)
  for (const videoId of new Set(rows.map((row) => row.videoId))) signals.emit(COMMENTS_CHANGED, videoId)
  return rows.length
}
