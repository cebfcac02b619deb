import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/**
 * Moves a creator's totals by one of their videos, in the transaction that adds, shows (1), hides or removes it (-1).
 * The row of the video is locked by then, so that no like or view comes in between.
 */
export async function addToTotals(
  tx: Db,
  userId: string,
  video: { viewsCount: number; likesCount: number },
  change: 1 | -1,
): Promise<void> {
  await tx
    .updateTable('users')
    .set(({ eb }) => ({
      videosCount: eb('videosCount', '+', change),
      totalViews: eb('totalViews', '+', change * video.viewsCount),
      totalLikes: eb('totalLikes', '+', change * video.likesCount),
    }))
    .where('id', '=', userId)
    .execute()
}

/**
 * The part of a statement that moves `total_likes` of the creators of `counted` (see `video-counts.ts`) by what their
 * visible videos moved. People are locked in the order of their ids, too.
 */
export function addToTotalLikes(counted: 'counted'): RawBuilder<unknown> {
  return sql`
    update users set total_likes = users.total_likes + locked.moved
    from (
      select users.id, earned.moved from users
      join (select user_id, sum(moved) as moved from ${sql.ref(counted)} where not is_hidden group by user_id)
        as earned on users.id = earned.user_id
      order by users.id for no key update of users
    ) as locked
    where users.id = locked.id`
}
