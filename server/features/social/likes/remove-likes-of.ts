import { sql } from 'kysely'
import type { Deps } from '../../../setup/deps.ts'
import { videoCounted } from '../../../signals/video-signals.ts'
import { addToTotalLikes } from '../profiles/creator-totals.ts'
import { countActivity } from '../../videos/reading/video-counts.ts'

/**
 * Removes some likes of a user whose account is being deleted, including those of hidden clips. As when a single like
 * is removed, the videos are locked first, and counts change by the rows that were actually deleted.
 *
 * @param limit Maximum number of likes.
 * @returns The number of removed likes; 0 if none are left.
 */
export async function removeLikesOf(
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
      returning likes.user_id, likes.video_id, likes.created_at
    ),
    ${countActivity('likes', 'removed')},
    credited as (${addToTotalLikes('counted')})
    select video_id, user_id as creator_id, likes_count from counted`.execute(db)
  for (const { videoId, creatorId, likesCount } of rows) {
    videoCounted(signals, videoId, 'likesCount', likesCount, creatorId)
  }
  return rows.length
}
