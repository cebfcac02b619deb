import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/**
 * Adds a published or shown video to its creator's totals, or subtracts a hidden or deleted one. The caller's
 * transaction has locked the video, so that no like or view intervenes.
 */
export async function addToTotals(
  tx: Db,
  userId: string,
  video: { viewsCount: number; likesCount: number },
  change: 1 | -1,
): Promise<void> {
  await sql`
    update users set videos_count = videos_count + ${change}, total_views = total_views + ${change * video.viewsCount},
      total_likes = total_likes + ${change * video.likesCount}
    where id = ${userId}`.execute(tx)
}

/**
 * The part of a statement that updates `total_likes` of creators. It adds the changes of listed videos in `counted`,
 * the part that `countActivity` adds to the statement. Users are locked in the order of their ids.
 */
export const totalLikesUpdate = sql`
    update users set total_likes = users.total_likes + locked.moved
    from (
      select users.id, earned.moved from users
      join (select user_id, sum(moved) as moved from counted where is_listed group by user_id)
        as earned on users.id = earned.user_id
      order by users.id for no key update of users
    ) as locked
    where users.id = locked.id`
