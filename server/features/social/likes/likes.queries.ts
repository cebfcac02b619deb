import { sql } from 'kysely'
import { hasBlocked } from '../../../access/mutes-and-blocks.ts'
import type { Person } from '../../../access/can.ts'
import type { Db } from '../../../db/connect.ts'
import type { PageOf } from '../../../http/cursor.ts'
import type { Deps } from '../../../setup/deps.ts'
import { emitVideoCounted } from '../../../signals/video-signals.ts'
import { notify, takeBack } from '../notifications/notify.ts'
import { totalLikesUpdate } from '../profiles/creator-totals.ts'
import { countActivity } from '../../videos/counting/count-activity.ts'
import { readPage, type RowPage } from '../../videos/reading/videos.queries.ts'
import { isVisibleTo, videoNotFound, visibleVideo } from '../../../access/visibility.ts'

/** A like of a video, whether or not it exists. */
export interface Like {
  viewerId: string
  videoId: string
}

export interface LikeOutcome {
  likesCount: number
  /**
   * The video's creator, or `null` if the like already existed or was missing. The count may then be slightly stale.
   */
  creatorId: string | null
  /** The user whose notifications changed. */
  notified: string | null
}

/**
 * Adds the likes of many viewers in one statement and one commit. A repeated like counts once. Counts stay exact under
 * concurrency, because they change by the rows that were actually inserted.
 *
 * @returns Outcomes in the order of `pairs`; `undefined` for a missing or hidden video, or if its owner has blocked the
 *   viewer.
 */
export async function addLikes(db: Db, pairs: Like[]): Promise<(LikeOutcome | undefined)[]> {
  const { rows } = await sql<LikeOutcome & { place: number }>`
    with target as (${visiblePairs(pairs)} and not ${hasBlocked(sql`videos.user_id`, sql`asked.viewer_id`)}),
    added as (
      insert into likes (user_id, video_id) select distinct viewer_id, id from target order by viewer_id, id
      on conflict do nothing returning user_id, video_id, created_at
    ),
    ${countActivity('likes', 'added')},
    credited as (${totalLikesUpdate}),
    notified as (${notify('like', creatorsOf('added'))})
    ${outcomes}`.execute(db)
  return inOrder(pairs, rows)
}

/**
 * Removes likes. Missing likes change nothing. The videos are locked before the likes, as when a video is deleted. The
 * opposite order could deadlock.
 *
 * @returns Outcomes in the order of `pairs`; `undefined` for a missing or hidden video.
 */
export async function removeLikes(db: Db, pairs: Like[]): Promise<(LikeOutcome | undefined)[]> {
  const { rows } = await sql<LikeOutcome & { place: number }>`
    with target as (${visiblePairs(pairs)} order by videos.id for no key update of videos),
    removed as (
      delete from likes using target where likes.user_id = target.viewer_id and likes.video_id = target.id
      returning likes.user_id, likes.video_id
    ),
    ${countActivity('likes', 'removed')},
    credited as (${totalLikesUpdate}),
    notified as (${takeBack('like', creatorsOf('removed'))})
    ${outcomes}`.execute(db)
  return inOrder(pairs, rows)
}

/** Whether the viewer likes a video. @throws {AppError} NOT_FOUND for a missing or hidden video. */
export async function isLiked(db: Db, viewerId: string | undefined, videoId: string): Promise<boolean> {
  const { rows } = await sql<{ isLiked: boolean }>`
    with target as (${visibleVideo(videoId, viewerId)})
    select exists (
      select from likes where user_id = ${viewerId ?? null}::uuid and video_id = target.id
    ) as is_liked from target`.execute(db)
  const [found] = rows
  if (!found) throw videoNotFound()
  return found.isLiked
}

/**
 * Removes some likes of a user whose account is being deleted, including those of hidden clips. As when a single like
 * is removed, the videos are locked first. Counts change by the rows that were actually deleted.
 *
 * @param limit Maximum number of likes.
 * @returns The number of removed likes; 0 if none are left.
 */
export async function deleteLikesOf(
  { db, signals }: Pick<Deps, 'db' | 'signals'>,
  userId: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ videoId: string; creatorId: string; likesCount: number }>`
    with target as (
      select id from videos
      where id in (select video_id from likes where user_id = ${userId} order by video_id limit ${limit})
      order by id for no key update
    ),
    removed as (
      delete from likes using target where likes.user_id = ${userId} and likes.video_id = target.id
      returning likes.user_id, likes.video_id
    ),
    ${countActivity('likes', 'removed')},
    credited as (${totalLikesUpdate})
    select video_id, user_id as creator_id, likes_count from counted`.execute(db)
  for (const { videoId, creatorId, likesCount } of rows) {
    emitVideoCounted(signals, { id: videoId, creatorId }, 'likesCount', likesCount)
  }
  return rows.length
}

/**
 * Selects the pairs (`asked`) whose viewers may see the video. Callers append conditions on `asked` and `videos`, or a
 * lock.
 */
function visiblePairs(pairs: Like[]) {
  return sql`
    select videos.id, videos.likes_count, asked.viewer_id, asked.place
    from unnest(
      ${pairs.map(({ viewerId }) => viewerId)}::uuid[], ${pairs.map(({ videoId }) => videoId)}::uuid[]
    ) with ordinality as asked (viewer_id, video_id, place)
    join videos on videos.id = asked.video_id and ${isVisibleTo(sql`asked.viewer_id`)}`
}

/** Selects the causes of notifications: the likes in `source`, for the creators in `counted`. */
function creatorsOf(source: 'added' | 'removed') {
  return sql`
    select counted.user_id as recipient_id, ${sql.ref(`${source}.user_id`)} as actor_id, counted.video_id,
      null::uuid as comment_id
    from ${sql.ref(source)} join counted on counted.video_id = ${sql.ref(`${source}.video_id`)}`
}

/** The end of a statement: selects the `LikeOutcome` of each row in `target` from `counted` and `notified`. */
const outcomes = sql`
  select target.place::int, coalesce(counted.likes_count, target.likes_count) as likes_count,
    counted.user_id as creator_id, notified.user_id as notified
  from target left join counted on counted.video_id = target.id
  left join notified on notified.video_id = target.id and notified.actor_id = target.viewer_id`

function inOrder(pairs: Like[], rows: (LikeOutcome & { place: number })[]): (LikeOutcome | undefined)[] {
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return pairs.map((_, i) => byPlace.get(i + 1))
}

/** Lists the visible videos that the viewer likes, newest like first, without creators whom the viewer has muted. */
export function listLikedVideos(db: Db, viewer: Person, page: PageOf): Promise<RowPage> {
  const viewerId = viewer.hasMuted ? viewer.id : undefined
  return readPage(db, sql`likes.user_id = ${viewer.id}`, page, { viewerId, by: 'likes' })
}
