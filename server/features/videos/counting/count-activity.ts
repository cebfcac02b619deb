import { sql, type RawBuilder } from 'kysely'
import { hourOf, oldest } from './video-hours.ts'

/**
 * Returns the parts `counted` and `hours` of a statement that adds or removes likes or comments: they change the counts
 * of the videos and their hourly counts. `source` is a part with `video_id` and `created_at` for each added or removed
 * row. `counted` has one row per video, with the change in `moved`.
 *
 * It locks the videos, so that the returned `is_hidden` still holds when the creators' totals are changed afterwards.
 * It locks them in the order of their ids, so that two statements never deadlock.
 */
export function countActivity(activity: 'likes' | 'comments', source: 'added' | 'removed'): RawBuilder<unknown> {
  const { ref, lit } = sql
  const [from, hourly] = [ref(source), ref(activity)]
  const [count, videosCount] = [ref(`${activity}_count`), ref(`videos.${activity}_count`)]
  const change = lit(source === 'added' ? 1 : -1)
  return sql`
    counted as (
      update videos set ${count} = ${videosCount} + locked.moved
      from (
        select videos.id, source.moved from videos
        join (select video_id, ${change} * count(*)::int as moved from ${from} group by video_id)
          as source on videos.id = source.video_id
        order by videos.id for no key update of videos
      ) as locked
      where videos.id = locked.id
      returning videos.id as video_id, videos.user_id, videos.is_hidden, ${videosCount}, locked.moved
    ),
    hours as (
      insert into video_hours as known (video_id, hour, ${hourly})
      select counted.video_id, ${hourOf(sql`${from}.created_at`)}, ${change} * count(*)
      from ${from} join counted on counted.video_id = ${from}.video_id
      where ${from}.created_at > ${oldest}
      group by 1, 2 order by 1, 2
      on conflict (video_id, hour) do update set ${hourly} = known.${hourly} + excluded.${hourly}
    )`
}
