import { sql } from 'kysely'
import type { ProvenanceLine } from '../../../../contract/videos/provenance.ts'
import type { Person } from '../../../access/can.ts'
import type { Db } from '../../../db/connect.ts'
import { sharePages } from '../../../db/shared-pages.ts'
import { cutPage, decodeCursor, encodeCursor, type PageOf } from '../../../http/cursor.ts'
import { isUnmuted } from '../../../access/mutes-and-blocks.ts'
import { isListed } from '../../../access/visibility.ts'

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
  const all = selectVideos(db)
  return readPage(viewerId === undefined ? all : all.where(isUnmuted(viewerId, sql`videos.user_id`)), page)
}

/** Lists a creator's visible videos, newest first. */
export function listUserVideos(db: Db, userId: string, page: PageOf): Promise<RowPage> {
  return readPage(selectVideos(db).where('videos.userId', '=', userId), page)
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
export function findVideosById(db: Db, ids: string[]): Promise<VideoRowWithLine[]> {
  return selectVideos(db)
    .select(line.as('line'))
    .where('videos.id', '=', sql<string>`any(${ids})`)
    .execute()
}

/** Returns the ids that each viewer likes, in the order of `wanted`. */
export async function findLiked(
  db: Db,
  wanted: { viewerId: string; videoIds: string[] }[],
): Promise<ReadonlySet<string>[]> {
  const { ids, firsts, lasts } = sharePages(wanted.map(({ videoIds }) => videoIds))
  const { rows } = await sql<{ userId: string; videoId: string }>`
    select likes.user_id, likes.video_id
    from unnest(${wanted.map(({ viewerId }) => viewerId)}::uuid[], ${firsts}::int[], ${lasts}::int[])
      as page (user_id, first, last)
    join likes on likes.user_id = page.user_id
      and likes.video_id = any ((${ids}::uuid[])[page.first : page.last])`.execute(db)
  const byViewer = Map.groupBy(rows, ({ userId }) => userId)
  return wanted.map(({ viewerId }) => new Set(byViewer.get(viewerId)?.map(({ videoId }) => videoId)))
}

type VideoQuery = ReturnType<typeof selectVideos>
export type VideoRow = Awaited<ReturnType<VideoQuery['executeTakeFirstOrThrow']>>
/** A row with the details of the provenance for the video's own page. */
export type VideoRowWithLine = VideoRow & { line: ProvenanceLine | null }

/** Trust value of most clips, stored as null. */
export const PLAIN_TRUST = 'creator f everyone'

/**
 * The provenance state, whether the clip shows something real, and who may remix it. These are one column that is null
 * for most clips, because each additional column slows every page of a list. `readTrust` splits it.
 */
const trust = sql<string | null>`
  nullif(concat_ws(' ', videos.provenance, videos.shows_reality, videos.remix_policy), ${sql.lit(PLAIN_TRUST)})`

/** Details of the provenance; `null` stands for `plainLine`. */
const line = sql<ProvenanceLine | null>`
  case when videos.provenance = 'creator' and videos.provenance_check = 'done'
    and (videos.provenance_says, videos.provenance_tool, videos.provenance_signer, videos.provenance_reason) is null
  then null
  else json_build_object(
    'says', videos.provenance_says, 'tool', videos.provenance_tool, 'signer', videos.provenance_signer,
    'signedAt', to_char(videos.provenance_signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'check', videos.provenance_check, 'reason', videos.provenance_reason,
    'removed', (select removed from provenance where video_id = videos.id and videos.provenance in ('verified', 'file'))) end`

/** Details of a clip whose file has no findings. */
export const plainLine: ProvenanceLine = {
  says: null,
  tool: null,
  signer: null,
  signedAt: null,
  check: 'done',
  reason: null,
  removed: null,
}

export function selectVideos(db: Db) {
  return db
    .selectFrom('videos')
    .innerJoin('users', 'users.id', 'videos.userId')
    .select([
      'videos.id',
      'videos.userId',
      'videos.title',
      'videos.caption',
      'videos.prompt',
      'videos.toolUsed',
      'videos.model',
      'videos.aspectRatio',
      'videos.width',
      'videos.height',
      'videos.durationSeconds',
      'videos.tags',
      'videos.originalId',
      'videos.originalType',
      'videos.posterId',
      'videos.previewId',
      'videos.streamId',
      'videos.streamSizesCount',
      'videos.storyboardId',
      'videos.captions',
      'videos.placeholder',
      'videos.status',
      'videos.failureReason',
      'videos.streamFailure',
      'videos.isHidden',
      'videos.likesCount',
      'videos.viewsCount',
      'videos.commentsCount',
      'videos.commenting',
      'videos.createdAt',
      'videos.updatedAt',
      'users.username',
      'users.displayName',
      'users.avatarUrl',
      'users.isSample',
      // Only clips without a preview need the size, so the lookup costs nothing for all others.
      sql<number | null>`case when videos.preview_id is null
        then (select size_bytes from objects where id = videos.original_id) end`.as('videoBytes'),
      trust.as('trust'),
    ])
}

/** Reads a page of the listed videos of a query, newest first. */
export async function readPage(query: VideoQuery, { limit, cursor }: PageOf): Promise<RowPage> {
  const after = decodeCursor(cursor)
  const rows = await query
    .where(isListed)
    .$if(after !== undefined, (q) =>
      q.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('videos.createdAt', 'videos.id'), '<', tuple(after?.createdAt ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('videos.createdAt', 'desc')
    .orderBy('videos.id', 'desc')
    .limit(limit + 1)
    .execute()
  return cutPage(rows, limit, encodeCursor)
}
