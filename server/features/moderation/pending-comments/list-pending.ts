import { sql } from 'kysely'
import { NIL_ID } from '../../../db/nil-id.ts'
import type { OwnPendingComment } from '../../../../contract/moderation/own-pending.ts'
import type { Comment } from '../../../../contract/social/comments.ts'
import {
  WAVE_DAYS,
  type PendingComment,
  type PendingCommentPage,
} from '../../../../contract/moderation/pending-comments.ts'
import type { Viewer } from '../../../access/can.ts'
import { isListed, whyNotOwn } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { cutPage, decodeCursor, encodeCursor, type PageOf } from '../../../http/cursor.ts'
import { commentColumns, type CommentRow, presentComment } from '../../social/comments/comment-row.ts'
import { isPending, pendingReasons } from '../../social/comments/viewer-comments.ts'

const MAX_PENDING_ON_CLIP = 100
const MAX_OWN_PENDING = 100

/**
 * Condition that a row of `comments` awaits staff review and is only pending. The first half repeats the condition of
 * the index `comments_held`.
 */
export const awaitsStaff = sql<boolean>`(
  'hold' = any (comments.hidden_for) and comments.hidden_for <@ ${pendingReasons}
)`

/**
 * Condition that a row `wave` belongs to the wave of a row of `comments`. It has the same words, is public or pending,
 * and was written in the last `WAVE_DAYS` days.
 */
export const isOfWave = sql<boolean>`(
  wave.words_digest = comments.words_digest and wave.created_at > now() - ${WAVE_DAYS}::int * interval '1 day'
  and wave.hidden_for <@ ${pendingReasons}
)`

type PendingRow = Omit<PendingComment, 'author'> & Omit<PendingComment['author'], 'id'> & { userId: string }

/** Lists comments that await staff review, oldest first. */
export async function listPending(db: Db, { limit, cursor }: PageOf): Promise<PendingCommentPage> {
  const after = decodeCursor(cursor)
  const { rows } = await sql<PendingRow>`
    select comments.id, comments.text, comments.held_because, comments.created_at, comments.user_id,
      users.username, users.display_name, users.avatar_url, users.joined_date,
      jsonb_build_object('id', videos.id, 'title', videos.title) as video,
      case when comments.words_digest is null then 1
        else (select count(*)::int from comments as wave where ${isOfWave}) end as same_words_count
    from comments join users on users.id = comments.user_id join videos on videos.id = comments.video_id
    where ${awaitsStaff} and (comments.created_at, comments.id) > (
      ${after?.createdAt ?? '-infinity'}::timestamptz, ${after?.id ?? NIL_ID}::uuid
    )
    order by comments.created_at, comments.id limit ${limit + 1}`.execute(db)
  const page = cutPage(rows, limit, encodeCursor)
  const { rows: counts } = await sql<{ count: number }>`select count(*) from comments where ${awaitsStaff}`.execute(db)
  return { comments: page.rows.map(present), nextCursor: page.nextCursor, waitingCount: counts[0]!.count }
}

function present({ userId, username, displayName, avatarUrl, joinedDate, ...comment }: PendingRow): PendingComment {
  return { ...comment, author: { id: userId, username, displayName, avatarUrl, joinedDate } }
}

/**
 * Lists the comments below a clip that await its owner's review, oldest first. Comments that also await staff appear
 * once staff have approved them.
 *
 * @throws {AppError} NOT_FOUND; ACCESS_DENIED for viewers other than the owner.
 */
export async function listPendingOnClip(
  db: Db,
  viewer: NonNullable<Viewer>,
  videoId: string,
): Promise<{ comments: Comment[] }> {
  const { rows: own } = await sql`select from videos where id = ${videoId} and user_id = ${viewer.id}`.execute(db)
  if (own.length === 0) throw await whyNotOwn(db, videoId, viewer.id)
  const { rows } = await sql<CommentRow>`
    select ${commentColumns('comments')} from comments join users on users.id = comments.user_id
    where comments.video_id = ${videoId} and ${isPending} and comments.hidden_for = array['owner']
    order by comments.created_at, comments.id limit ${MAX_PENDING_ON_CLIP}`.execute(db)
  return { comments: rows.map((row) => presentComment(row, { isHeld: true })) }
}

/** Lists a user's pending comments, which await review by staff or by the clip's owner. */
export async function listOwnPending(db: Db, userId: string): Promise<OwnPendingComment[]> {
  const { rows } = await sql<OwnPendingComment>`
    select comments.id, text, comments.created_at, jsonb_build_object('id', video_id, 'title', title) as video
    from comments join videos on videos.id = video_id
    where comments.user_id = ${userId} and ${isPending} and ${isListed}
    order by comments.created_at desc, comments.id desc limit ${MAX_OWN_PENDING}`.execute(db)
  return rows
}
