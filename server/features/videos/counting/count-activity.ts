import { sql, type RawBuilder } from 'kysely'
import { isListed } from '../../../access/visibility.ts'
import { hourOf, oldest } from './video-hours.ts'

/**
 * Returns the parts of a statement that adds or removes likes or comments. `counted` changes the counts of the videos
 * and has one row per video, with the change in `moved`. `source` has a row with `video_id` for each like or comment.
 * Rows in `added` also have `created_at`. Each of their recent hours gets a row in `video_hours`, where Rising looks
 * for active videos.
 *
 * `counted` locks the videos. So `is_listed` cannot change before the same statement updates the creators' totals. The
 * locks are taken in the order of the ids, against most deadlocks. See `repeatAfterDeadlock` for the others.
 */
export function countActivity(activity: 'likes' | 'comments', source: 'added' | 'removed'): RawBuilder<unknown> {
  const { ref, lit } = sql
  const [count, videosCount] = [ref(`${activity}_count`), ref(`videos.${activity}_count`)]
  const change = lit(source === 'added' ? 1 : -1)
  const counted = sql`
    counted as (
      update videos set ${count} = ${videosCount} + locked.moved
      from (
        select videos.id, source.moved from videos
        join (select video_id, ${change} * count(*)::int as moved from ${ref(source)} group by video_id)
          as source on videos.id = source.video_id
        order by videos.id for no key update of videos
      ) as locked
      where videos.id = locked.id
      returning videos.id as video_id, videos.user_id, ${isListed} as is_listed, ${videosCount}, locked.moved
    )`
  return source === 'removed' ? counted : sql`${counted}, ${hoursOfAdded}`
}

/** Inserts the hours of the likes or comments in `added` whose videos are in `counted`. */
const hoursOfAdded = sql`
    hours as (
      insert into video_hours (video_id, hour)
      select distinct video_id, ${hourOf(sql`added.created_at`)} from added join counted using (video_id)
      where added.created_at > ${oldest} order by 1, 2
      on conflict do nothing
    )`
