import { sql } from 'kysely'
import { isUnmuted } from '../../../access/mutes-and-blocks.ts'
import { isOpen } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { cutPage, encodeCursor, type Cursor } from '../../../http/cursor.ts'
import { commentColumns, type CommentRow } from './comment-row.ts'

export interface CommentPageOf {
  videoId: string
  limit: number
  after: Cursor | undefined
  /** Leaves out authors whom this viewer has muted. */
  viewerId?: string
}

export interface CommentRows {
  /** Owner of the video. */
  ownerId: string
  /** Whether the video is hidden. */
  isHidden: boolean
  rows: CommentRow[]
  nextCursor: string | null
}

type Found = { place: number; ownerId: string; isHidden: boolean } & (CommentRow | { id: null })

/**
 * Lists pages of comments of many videos, each newest first, in one query.
 *
 * @returns Pages in the order of `asked`; `undefined` if the video does not exist. Hidden videos are included.
 */
export async function listComments(db: Db, asked: CommentPageOf[]): Promise<(CommentRows | undefined)[]> {
  // Users are joined to the rows of a page only. The planner does not know the limits and might otherwise scan all
  // users.
  const { rows } = await sql<Found>`
    select asked.place::int, videos.user_id as owner_id, not ${isOpen} as is_hidden,
      ${commentColumns('comment')}
    from unnest(
      ${asked.map(({ videoId }) => videoId)}::uuid[],
      ${asked.map(({ limit }) => limit + 1)}::int[],
      ${asked.map(({ after }) => after?.createdAt ?? 'infinity')}::timestamptz[],
      ${asked.map(({ after }) => after?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff')}::uuid[],
      ${asked.map(({ viewerId }) => viewerId ?? null)}::uuid[]
    ) with ordinality as asked (video_id, row_limit, after_at, after_id, viewer_id, place)
    join videos on videos.id = asked.video_id
    left join lateral (
      select * from comments
      where comments.video_id = asked.video_id and not comments.is_hidden
        and (created_at, id) < (asked.after_at, asked.after_id)
        and (asked.viewer_id is null or ${isUnmuted(sql`asked.viewer_id`, sql`comments.user_id`)})
      order by created_at desc, id desc limit asked.row_limit
    ) as comment on true
    left join users on users.id = comment.user_id
    order by asked.place, comment.created_at desc, comment.id desc`.execute(db)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  return asked.map(({ limit }, i) => asPage(byPlace.get(i + 1), limit))
}

/** Builds a page from its rows. A video without comments has a single row whose comment is null. */
function asPage(found: Found[] | undefined, limit: number): CommentRows | undefined {
  if (!found?.[0]) return undefined
  const { ownerId, isHidden } = found[0]
  const comments = found.filter((row) => row.id !== null)
  return { ownerId, isHidden, ...cutPage(comments, limit, encodeCursor) }
}
