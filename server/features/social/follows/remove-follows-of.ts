import { sql } from 'kysely'
import type { Deps } from '../../../setup/deps.ts'
import { FOLLOWERS_COUNTED } from '../../../signals/user-signals.ts'

/**
 * Deletes some of the follows by and of a user whose account is being deleted. As when a single follow ends, users are
 * locked first, in the order of their ids, and counts change by the rows that were actually deleted.
 *
 * @param limit Maximum number of follows.
 * @returns The number of deleted follows; 0 if none are left.
 */
export async function removeFollowsOf(
  { db, signals }: Pick<Deps, 'db' | 'signals'>,
  userId: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ followerId: string; followingId: string }>`
    with chosen as (
      (select follower_id, following_id from follows where follower_id = ${userId} limit ${limit})
      union all (select follower_id, following_id from follows where following_id = ${userId} limit ${limit})
      limit ${limit}
    ),
    people as (
      select id from users where id in (select unnest(array[follower_id, following_id]) from chosen)
      order by id for no key update
    ),
    removed as (
      delete from follows using chosen
      where (follows.follower_id, follows.following_id) = (chosen.follower_id, chosen.following_id)
        and chosen.follower_id in (select id from people) and chosen.following_id in (select id from people)
      returning follows.follower_id, follows.following_id
    ),
    moved as (
      select id, count(*) filter (where is_follower)::int as following, count(*) filter (where not is_follower)::int as followers
      from (
        select follower_id as id, true as is_follower from removed union all select following_id, false from removed
      ) as ends
      group by id
    ),
    counted as (
      update users set following_count = following_count - moved.following,
        followers_count = followers_count - moved.followers
      from moved where users.id = moved.id
    )
    select follower_id, following_id from removed`.execute(db)
  for (const { followingId } of rows) if (followingId !== userId) signals.send(FOLLOWERS_COUNTED, followingId)
  return rows.length
}
