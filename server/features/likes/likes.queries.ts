import { sql } from 'kysely'
import type { LikeState } from '../../../contract/likes.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../db/connect.ts'
import { notificationsChanged, notify, takeBack } from '../notifications/notify.ts'
import { addToTotalLikes } from '../users/users.queries.ts'
import { addToLikesCount } from '../videos/video-counts.ts'
import { videoCounted } from '../videos/video-signals.ts'
import { videoNotFound, visibleVideo } from '../videos/visible-video.ts'

interface Outcome {
  likesCount: number
  /** Whose notifications changed. */
  notified: string | null
}

type LikeDeps = Pick<Deps, 'db' | 'signals'>

/**
 * Liking twice counts once. One statement does it all: what it counts is the rows that it really inserted, so that no
 * storm can make a count wrong, and a hot video is locked for no longer than its commit takes.
 *
 * @throws {AppError} NOT_FOUND for a missing or hidden video.
 */
export async function like(deps: LikeDeps, viewerId: string, videoId: string): Promise<LikeState> {
  const { rows } = await sql<Outcome>`
    with target as (${visibleVideo(videoId, viewerId)}),
    added as (
      insert into likes (user_id, video_id) select ${viewerId}::uuid, id from target
      on conflict do nothing returning video_id
    ),
    counted as (${addToLikesCount('added', 1)}),
    credited as (${addToTotalLikes('counted', 1)}),
    notified as (${notify('counted', 'counted.user_id', { type: 'like', actorId: viewerId, videoId })})
    select coalesce(counted.likes_count, target.likes_count) as likes_count, notified.user_id as notified
    from target left join counted on true left join notified on true`.execute(deps.db)
  return tell(deps, videoId, true, rows[0])
}

/**
 * Taking back a like that is not there changes nothing. The video is locked first, as deleting it does: the other way
 * round, the two could wait for each other.
 *
 * @throws {AppError} NOT_FOUND likewise.
 */
export async function unlike(deps: LikeDeps, viewerId: string, videoId: string): Promise<LikeState> {
  const { rows } = await sql<Outcome>`
    with target as (${visibleVideo(videoId, viewerId)} for no key update),
    removed as (
      delete from likes where user_id = ${viewerId}::uuid and video_id in (select id from target) returning video_id
    ),
    counted as (${addToLikesCount('removed', -1)}),
    credited as (${addToTotalLikes('counted', -1)}),
    notified as (${takeBack('counted', 'counted.user_id', { type: 'like', actorId: viewerId, videoId })})
    select coalesce(counted.likes_count, target.likes_count) as likes_count, notified.user_id as notified
    from target left join counted on true left join notified on true`.execute(deps.db)
  return tell(deps, videoId, false, rows[0])
}

/** @throws {AppError} NOT_FOUND for a missing or hidden video. */
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

function tell({ signals }: LikeDeps, videoId: string, liked: boolean, outcome: Outcome | undefined): LikeState {
  if (!outcome) throw videoNotFound()
  videoCounted(signals, videoId, 'likesCount', outcome.likesCount)
  notificationsChanged(signals, outcome.notified)
  return { isLiked: liked, likesCount: outcome.likesCount }
}
