import { type RawBuilder, sql } from 'kysely'
import { NIL_ID } from '../../../db/nil-id.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import type { Db } from '../../../db/connect.ts'
import { sharePages } from '../../../db/shared-pages.ts'
import type { OwnFields } from '../../../http/replies/shared-page.ts'
import { type Cursor, cutPage, decodeCursor, encodeCursor, isBehind, type PageOf } from '../../../http/cursor.ts'
import { isUnmuted } from '../../../access/mutes-and-blocks.ts'
import { isListed } from '../../../access/visibility.ts'
import { detailedColumns, type DetailRow, fromVideos, listedColumns, type VideoRow } from './present-video.ts'

export interface RowPage {
  rows: VideoRow[]
  nextCursor: string | null
}

/**
 * Lists the visible videos of the feed, newest first. One statement reads several pages. Sending a statement and
 * reading the description of its columns take half of the time of a page.
 *
 * @param viewerId Leaves out creators whom this viewer has muted.
 * @returns The pages in the order of `pages`.
 */
export async function listVideos(db: Db, pages: PageOf[], viewerId?: string): Promise<RowPage[]> {
  const after = pages.map(({ cursor }) => decodeCursor(cursor) ?? beforeAll)
  const { rows } = await sql<VideoRow & { page: number }>`
    select place.page::int, video.*
    from unnest(
      ${after.map(({ createdAt }) => createdAt)}::timestamptz[], ${after.map(({ id }) => id)}::uuid[],
      ${pages.map(({ limit }) => limit + 1)}::int[]
    ) with ordinality as place (created_at, id, size, page)
    cross join lateral (
      select ${listedColumns} ${fromVideos}
      where ${isListed} and ${isUnmutedBy(viewerId)} and (videos.created_at, videos.id) < (place.created_at, place.id)
      order by videos.created_at desc, videos.id desc limit place.size
    ) as video
    order by place.page, video."createdAt" desc, video.id desc`.execute(db.withoutPlugins())
  const byPage = Map.groupBy(rows, ({ page }) => page)
  return pages.map(({ limit }, i) => cutPage(byPage.get(i + 1) ?? [], limit, encodeCursor))
}

/** The place of the first page. */
const beforeAll: Cursor = { createdAt: 'infinity', id: NIL_ID }

/** Lists a creator's visible videos, newest first. */
export function listUserVideos(db: Db, userId: string, page: PageOf): Promise<RowPage> {
  return readPage(db, sql`videos.user_id = ${userId}`, page)
}

/** Returns videos by id. Without a condition, they include hidden ones. */
export async function listVideosById(db: Db, ids: string[], condition = sql<boolean>`true`): Promise<DetailRow[]> {
  const { rows } = await sql<DetailRow>`
    select ${detailedColumns} ${fromVideos}
    where videos.id = any (${ids}) and ${condition}`.execute(db.withoutPlugins())
  return rows
}

/**
 * Returns the ids of clips that lists may show, in the given order. Callers pass all ids after the cursor and cut the
 * page from the result. One query is enough, no matter how many clips are left out.
 *
 * @param viewerId Leaves out clips of creators that this viewer has muted.
 */
export async function listShown(db: Db, ids: string[], viewerId?: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from videos where id = any (${ids}::uuid[]) and ${isListed} and ${isUnmutedBy(viewerId)}`.execute(db)
  const shown = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => shown.has(id))
}

/** Returns for each viewer the fields of the videos that depend on the viewer, in the order of `wanted`. */
export async function listOwnFields(
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

/** Whether the viewer has not muted the creator of a video; true without a viewer. */
function isUnmutedBy(viewerId: string | undefined): RawBuilder<boolean> {
  return viewerId === undefined ? sql`true` : isUnmuted(viewerId, sql`videos.user_id`)
}

/**
 * Reads a page of the listed videos that meet a condition, newest first.
 *
 * @param options.viewerId Leaves out creators whom this viewer has muted.
 * @param options.by Table whose rows put videos on the list. The order is by the time of these rows: the newest like
 *   comes first.
 */
export async function readPage(
  db: Db,
  condition: RawBuilder<unknown>,
  { limit, cursor }: PageOf,
  { viewerId, by }: { viewerId?: string | undefined; by?: 'likes' | 'video_parents' | 'video_tags' } = {},
): Promise<RowPage> {
  const [createdAt, id] = by ? [`${by}.created_at`, `${by}.video_id`] : ['videos.created_at', 'videos.id']
  const [at, idOf] = [sql.ref(createdAt), sql.ref(id)]
  const { rows } = await sql<VideoRow & { listedAt?: string }>`
    select ${listedColumns} ${by ? sql`, ${at} as "listedAt"` : none}
    ${fromVideos} ${by ? sql`join ${sql.table(by)} on ${idOf} = videos.id` : none}
    where ${isListed} and ${condition} and ${isUnmutedBy(viewerId)} and ${isBehind(decodeCursor(cursor), createdAt, id)}
    order by ${at} desc, ${idOf} desc limit ${limit + 1}`.execute(db.withoutPlugins())
  return cutPage(rows, limit, (row) => encodeCursor({ createdAt: row.listedAt ?? row.createdAt, id: row.id }))
}

const none = sql``
