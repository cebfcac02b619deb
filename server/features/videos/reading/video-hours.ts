import { sql, type RawBuilder } from 'kysely'

/** Number of days for which hourly counts are kept, and for which activity adds to the heat of a video. */
export const HOURS_DAYS = 8

/** Returns the UTC hour of a time. */
export function hourOf(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`date_trunc('hour', ${time}, 'UTC')`
}

/**
 * Returns the part of a statement that changes the hourly counts of the likes or comments in `source`. The statement
 * also has `counted` (`video-counts.ts`), which locks their videos. `source` has `video_id` and `created_at`.
 */
export function moveHours(
  column: 'likes' | 'comments',
  source: 'added' | 'removed',
  change: 1 | -1,
): RawBuilder<unknown> {
  const { ref, lit } = sql
  const from = ref(source)
  return sql`
    insert into video_hours as known (video_id, hour, ${ref(column)})
    select counted.video_id, ${hourOf(sql`${from}.created_at`)}, ${lit(change)} * count(*)
    from ${from} join counted on counted.video_id = ${from}.video_id
    where ${from}.created_at > ${oldest}
    group by 1, 2 order by 1, 2
    on conflict (video_id, hour) do update set ${ref(column)} = known.${ref(column)} + excluded.${ref(column)}`
}

/** Time from which activity counts. */
export const oldest = sql`now() - ${sql.lit(`${HOURS_DAYS} days`)}::interval`
