import { sql } from 'kysely'
import type { LikeState } from '../../../../contract/social/likes.ts'
import { visibleComment } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { blockedFrom, hasBlocked } from '../../../access/mutes-and-blocks.ts'
import type { AppError } from '../../../errors/app-error.ts'
import type { Deps } from '../../../setup/deps.ts'
import { COMMENTS_CHANGED } from '../../../signals/video-signals.ts'
import { commentNotFound } from './comment-row.ts'

interface Outcome {
  videoId: string
  likesCount: number
}

type LikeDeps = Pick<Deps, 'db' | 'signals'>

/**
 * Likes a comment, in a single statement like `addLikes`. A repeated like counts once.
 *
 * @throws {AppError} NOT_FOUND, including for a comment below a hidden video; BLOCKED if the author of the comment has
 *   blocked the viewer.
 */
export async function likeComment(deps: LikeDeps, viewerId: string, commentId: string): Promise<LikeState> {
  const { rows } = await sql<Outcome>`
    with target as (
      ${visibleComment(commentId, viewerId)} and not ${hasBlocked(sql`comments.user_id`, viewerId)}
    ),
    added as (
      insert into comment_likes (user_id, comment_id) select ${viewerId}::uuid, id from target
      on conflict do nothing returning comment_id
    ),
    counted as (${addToLikesCount('added', 1)})
    select target.video_id, coalesce(counted.likes_count, target.likes_count) as likes_count
    from target left join counted on true`.execute(deps.db)
  if (!rows[0]) throw await whyNotLiked(deps.db, viewerId, commentId)
  return emitCommentLike(deps, true, rows[0])
}

async function whyNotLiked(db: Db, viewerId: string, commentId: string): Promise<AppError> {
  const { rows } = await visibleComment(commentId, viewerId).execute(db)
  // The viewer gets this error even if the block was removed just after the statement.
  return rows.length === 0 ? commentNotFound() : blockedFrom('like their comments')
}

/**
 * Removes a like. A missing like changes nothing. The comment is locked first because deleting a comment locks it
 * before its likes. The opposite order could deadlock.
 *
 * @throws {AppError} NOT_FOUND, including for a comment below a hidden video.
 */
export async function unlikeComment(deps: LikeDeps, viewerId: string, commentId: string): Promise<LikeState> {
  const { rows } = await sql<Outcome>`
    with target as (${visibleComment(commentId, viewerId)} for no key update of comments),
    removed as (
      delete from comment_likes using target
      where comment_likes.user_id = ${viewerId}::uuid and comment_likes.comment_id = target.id
      returning comment_likes.comment_id
    ),
    counted as (${addToLikesCount('removed', -1)})
    select target.video_id, coalesce(counted.likes_count, target.likes_count) as likes_count
    from target left join counted on true`.execute(deps.db)
  return emitCommentLike(deps, false, rows[0])
}

/** Returns the part of a statement that changes the counts of the comments in `source`. */
export function addToLikesCount(source: 'added' | 'removed', change: 1 | -1) {
  return sql`
    update comments set likes_count = comments.likes_count + ${sql.lit(change)}
    from ${sql.ref(source)} where comments.id = ${sql.ref(`${source}.comment_id`)}
    returning comments.video_id, comments.likes_count`
}

function emitCommentLike({ signals }: LikeDeps, liked: boolean, outcome: Outcome | undefined): LikeState {
  if (!outcome) throw commentNotFound()
  signals.emit(COMMENTS_CHANGED, outcome.videoId)
  return { isLiked: liked, likesCount: outcome.likesCount }
}
