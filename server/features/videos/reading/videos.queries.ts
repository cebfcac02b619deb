import { type RawBuilder, sql } from 'kysely'
import type { Video } from '../../../../contract/videos/videos.ts'
import type { Person } from '../../../access/can.ts'
import type { Db } from '../../../db/connect.ts'
import { sharePages } from '../../../db/shared-pages.ts'
import type { OwnFields } from '../../../http/replies/shared-page.ts'
import { cutPage, decodeCursor, encodeCursor, isBehind, type PageOf } from '../../../http/cursor.ts'
import { isUnmuted } from '../../../access/mutes-and-blocks.ts'
import { isListed } from '../../../access/visibility.ts'
import { type DetailRow, selectDetails, selectVideos, selectVideosText, type VideoRow } from './present-video.ts'

export interface RowPage {
  rows: VideoRow[]
  nextCursor: string | null
}

/**
 * Lists the visible videos of the feed, newest first.
 *
 * @param viewerId Leaves out creators whom this viewer has muted.
 */
export function listVideos(db: Db, page: PageOf, viewerId?: string): Promise<RowPage> {
  return readPage(db, isUnmutedBy(viewerId), page)
}

/** Lists a creator's visible videos, newest first. */
export function listUserVideos(db: Db, userId: string, page: PageOf): Promise<RowPage> {
  return readPage(db, sql`videos.user_id = ${userId}`, page)
}

/** Lists the visible videos that the viewer likes, newest like first, without creators whom the viewer has muted. */
export async function listLikedVideos(db: Db, viewer: Person, { limit, cursor }: PageOf): Promise<RowPage> {
  const after = decodeCursor(cursor)
  const rows = await selectVideos(db)
    .innerJoin('likes', 'likes.videoId', 'videos.id')
    .select('likes.createdAt as likedAt')
    .where('likes.userId', '=', viewer.id)
    .where(isListed)
    .$if(viewer.hasMuted, (query) => query.where(isUnmuted(viewer.id, sql`videos.user_id`)))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('likes.createdAt', 'likes.videoId'), '<', tuple(after?.createdAt ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('likes.createdAt', 'desc')
    .orderBy('likes.videoId', 'desc')
    .limit(limit + 1)
    .execute()
  return cutPage(rows, limit, ({ likedAt, id }) => encodeCursor({ createdAt: likedAt, id }))
}

/** Returns videos by id, including hidden ones. */
export function findVideosById(db: Db, ids: string[]): Promise<DetailRow[]> {
  return selectDetails(db)
    .where('videos.id', '=', sql<string>`any(${ids})`)
    .execute()
}

/** Returns for each viewer the fields of the videos that depend on the viewer, in the order of `wanted`. */
export async function findOwnFields(
  db: Db,
  wanted: { viewerId: string; videoIds: string[] }[],
): Promise<OwnFields<Video>[]> {
  const { ids, firsts, lasts } = sharePages(wanted.map(({ videoIds }) => videoIds))
  const { rows } = await sql<{ userId: string; videoId: string }>`
    select likes.user_id, likes.video_id
    from unnest(${wanted.map(({ viewerId }) => viewerId)}::uuid[], ${firsts}::int[], ${lasts}::int[])
      as page (user_id, first, last)
    join likes on likes.user_id = page.user_id
      and likes.video_id = any ((${ids}::uuid[])[page.first : page.last])`.execute(db)
  const byViewer = Map.groupBy(rows, ({ userId }) => userId)
  return wanted.map(({ viewerId }) => new Map(byViewer.get(viewerId)?.map(({ videoId }) => [videoId, liked])))
}

const liked = { isLiked: true }

/** Whether this viewer, if there is one, has not muted the creator of a video. */
export function isUnmutedBy(viewerId: string | undefined): RawBuilder<boolean> {
  return viewerId === undefined ? sql`true` : isUnmuted(viewerId, sql`videos.user_id`)
}

/** Reads a page of the listed videos that meet a condition, newest first. */
export async function readPage(db: Db, condition: RawBuilder<unknown>, { limit, cursor }: PageOf): Promise<RowPage> {
  const { rows } = await sql<VideoRow>`
    ${selectVideosText}
    where ${isListed} and ${condition} and ${isBehind(decodeCursor(cursor), 'videos.created_at', 'videos.id')}
    order by videos.created_at desc, videos.id desc limit ${limit + 1}`.execute(db.withoutPlugins())
  return cutPage(rows, limit, encodeCursor)
}
