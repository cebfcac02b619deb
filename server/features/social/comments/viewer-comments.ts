import { sql } from 'kysely'
import type { Comment } from '../../../../contract/social/comments.ts'
import type { Db } from '../../../db/connect.ts'
import { sharePages } from '../../../db/shared-pages.ts'
import type { OwnFields } from '../../../http/replies/shared-page.ts'
import { commentColumns, type CommentRow } from './comment-row.ts'

/** Maximum number of the viewer's pending and hidden comments to list per clip. */
const MAX_AUTHOR_ONLY = 100

/** The hiding reasons of a comment that only awaits reviews: by staff (`hold`) and by the clip's owner. */
export const pendingReasons = sql`array['hold', 'owner']`

/**
 * Condition that a row of `comments` is pending and has no other hiding reason. The first half repeats the condition of
 * the index `comments_waiting`.
 */
export const isPending = sql<boolean>`(
  comments.hidden_for && ${pendingReasons} and comments.hidden_for <@ ${pendingReasons}
)`

/**
 * Selects the comments of an author below a video that moderators have hidden. It reads the decisions about the author
 * first, because few authors have any.
 */
const hiddenByDecision = (userId: string, videoId: string) => sql`
  select cases.comment_id from decisions join cases on cases.id = decisions.case_id
  where decisions.person_id = ${sql.ref(userId)} and decisions.state = 'in-force' and decisions.measure = 'hide'
    and cases.kind = 'comment' and cases.video_id = ${sql.ref(videoId)} and cases.comment_id is not null`

interface Wanted {
  viewerId: string
  videoId: string
  commentIds: string[]
}

/** The viewer-dependent parts of a page. */
interface ViewerParts {
  own: OwnFields<Comment>
  /** Whether the viewer has comments below this video that other viewers do not see. This is rare. */
  hasAuthorOnlyComments: boolean
}

/** Lists the viewer-dependent parts of many pages at once, in the order of `wanted`. */
export async function listViewerParts(db: Db, wanted: Wanted[]): Promise<ViewerParts[]> {
  const { ids, firsts, lasts } = sharePages(wanted.map(({ commentIds }) => commentIds))
  const { rows } = await sql<{ userId: string; commentId: string | null; videoId: string | null }>`
    with page as (
      select * from unnest(${wanted.map(({ viewerId }) => viewerId)}::uuid[],
        ${wanted.map(({ videoId }) => videoId)}::uuid[], ${firsts}::int[], ${lasts}::int[])
        as page (user_id, video_id, first, last)
    )
    select page.user_id, comment_likes.comment_id, null::uuid as video_id
    from page join comment_likes on comment_likes.user_id = page.user_id
      and comment_likes.comment_id = any ((${ids}::uuid[])[page.first : page.last])
    union all
    select page.user_id, null, page.video_id from page
    where exists (
      select from comments
      where comments.video_id = page.video_id and comments.user_id = page.user_id and ${isPending}
    ) or exists (${hiddenByDecision('page.user_id', 'page.video_id')})`.execute(db)
  const byViewer = Map.groupBy(rows, ({ userId }) => userId)
  return wanted.map(({ viewerId, videoId }) => {
    const rowsOf = byViewer.get(viewerId) ?? []
    return {
      own: new Map(rowsOf.flatMap(({ commentId }) => (commentId === null ? [] : [[commentId, liked]]))),
      hasAuthorOnlyComments: rowsOf.some((row) => row.videoId === videoId),
    }
  })
}

const liked = { isLiked: true }

/** A comment that only its author sees, because it is pending or hidden by moderators. */
export type AuthorOnlyComment = CommentRow & { isPending: boolean }

/** Lists the comments below a video that only this author sees, newest first. */
export async function listAuthorOnlyComments(db: Db, videoId: string, authorId: string): Promise<AuthorOnlyComment[]> {
  const { rows } = await sql<AuthorOnlyComment>`
    select ${commentColumns('comments')}, ${isPending} as is_pending
    from comments join users on users.id = comments.user_id
    where comments.video_id = ${videoId} and comments.user_id = ${authorId}
      and (${isPending} or comments.id in (${hiddenByDecision('comments.user_id', 'comments.video_id')}))
    order by comments.created_at desc, comments.id desc limit ${MAX_AUTHOR_ONLY}`.execute(db)
  return rows
}
