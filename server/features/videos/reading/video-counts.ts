import { sql, type RawBuilder } from 'kysely'

/**
 * Returns the part of a statement that changes `likes_count` of the videos in `source`, which has a row with `video_id`
 * for each added or removed like: `with …, counted as (${addToLikesCount(…)})`. The generated SQL returns one row per
 * video, with the change in `moved`.
 *
 * It locks the videos, so that the returned `is_hidden` still holds when the creators' totals are changed afterwards.
 * It locks them in the order of their ids, so that two statements never deadlock.
 */
export function addToLikesCount(source: 'added' | 'removed', change: 1 | -1): RawBuilder<unknown> {
  return addTo('likes_count', source, change)
}

/** Returns the corresponding part for `comments_count`. */
export function addToCommentsCount(source: 'added' | 'removed', change: 1 | -1): RawBuilder<unknown> {
  return addTo('comments_count', source, change)
}

function addTo(column: 'likes_count' | 'comments_count', source: string, change: number): RawBuilder<unknown> {
  return sql`
    update videos set ${sql.ref(column)} = ${sql.ref(`videos.${column}`)} + locked.moved
    from (
      select videos.id, source.moved from videos
      join (select video_id, ${sql.lit(change)} * count(*)::int as moved from ${sql.ref(source)} group by video_id)
        as source on videos.id = source.video_id
      order by videos.id for no key update of videos
    ) as locked
    where videos.id = locked.id
    returning videos.id as video_id, videos.user_id, videos.is_hidden, ${sql.ref(`videos.${column}`)}, locked.moved`
}
