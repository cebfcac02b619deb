import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/**
 * Adds videos to the totals of their creators, or subtracts them. The caller has locked the videos, so that no like or
 * view intervenes. Users are locked in the order of their ids.
 */
export async function moveTotals(tx: Db, videoIds: string[], change: 1 | -1): Promise<void> {
  await sql`
    update users set videos_count = videos_count + ${sql.lit(change)} * locked.videos,
      total_views = total_views + ${sql.lit(change)} * locked.views,
      total_likes = total_likes + ${sql.lit(change)} * locked.likes
    from (
      select users.id, earned.videos, earned.views, earned.likes from users
      join (
        select user_id, count(*) as videos, sum(views_count) as views, sum(likes_count) as likes
        from videos where id = any (${videoIds}::uuid[]) group by user_id
      ) as earned on users.id = earned.user_id
      order by users.id for no key update of users
    ) as locked
    where users.id = locked.id`.execute(tx)
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
