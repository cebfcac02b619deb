import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { commentColumns, type CommentRow } from './comments.queries.ts'

/** More than one person writes below a clip before somebody has looked. */
const MAX_OWN_HELD = 100

/** Comments that wait for a look and that nothing else hides. The first half is the condition of `comments_waiting`. */
const isWaiting = sql<boolean>`(
  comments.hidden_for && array['hold', 'owner'] and comments.hidden_for <@ array['hold', 'owner']
)`

interface Wanted {
  viewerId: string
  videoId: string
  commentIds: string[]
}

/** What of a page is different for a viewer. */
export interface OwnView {
  liked: ReadonlySet<string>
  /** Whether comments of theirs below this video wait for a look: hardly ever. */
  hasHeld: boolean
}

/** Of many pages at once, in the order of `wanted`. */
export async function findOwnViews(db: Db, wanted: Wanted[]): Promise<OwnView[]> {
  const viewerIds = wanted.flatMap(({ viewerId, commentIds }) => commentIds.map(() => viewerId))
  const commentIds = wanted.flatMap((page) => page.commentIds)
  const { rows } = await sql<{ userId: string; commentId: string | null; videoId: string | null }>`
    select comment_likes.user_id, comment_likes.comment_id, null::uuid as video_id
    from unnest(${viewerIds}::uuid[], ${commentIds}::uuid[]) as page (user_id, comment_id)
    join comment_likes using (user_id, comment_id)
    union all
    select page.user_id, null, page.video_id
    from unnest(${wanted.map(({ viewerId }) => viewerId)}::uuid[], ${wanted.map(({ videoId }) => videoId)}::uuid[])
      as page (user_id, video_id)
    where exists (
      select from comments
      where comments.video_id = page.video_id and comments.user_id = page.user_id and ${isWaiting}
    )`.execute(db)
  const byViewer = Map.groupBy(rows, ({ userId }) => userId)
  return wanted.map(({ viewerId, videoId }) => {
    const own = byViewer.get(viewerId) ?? []
    return {
      liked: new Set(own.flatMap(({ commentId }) => commentId ?? [])),
      hasHeld: own.some((row) => row.videoId === videoId.toLowerCase()),
    }
  })
}

/** The comments of one person below a video that wait for a look, the newest first. */
export async function listOwnHeld(db: Db, videoId: string, authorId: string): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${commentColumns('comments')} from comments join users on users.id = comments.user_id
    where comments.video_id = ${videoId} and comments.user_id = ${authorId} and ${isWaiting}
    order by comments.created_at desc, comments.id desc limit ${MAX_OWN_HELD}`.execute(db)
  return rows
}
