import { sql, type RawBuilder } from 'kysely'

/**
 * The part of a statement that moves `likes_count` of the videos in `source`, which has a row with `video_id` for each
 * like that came or went: `with …, counted as (${addToLikesCount(…)})`. It locks the video, so that the `is_hidden`
 * that it returns still holds when the creator's total is moved after it.
 */
export function addToLikesCount(source: 'added' | 'removed', change: 1 | -1): RawBuilder<unknown> {
  return addTo('likes_count', source, change)
}

/** The same for `comments_count`. */
export function addToCommentsCount(source: 'added' | 'removed', change: 1 | -1): RawBuilder<unknown> {
  return addTo('comments_count', source, change)
}

function addTo(column: 'likes_count' | 'comments_count', source: string, change: number): RawBuilder<unknown> {
  return sql`
    update videos set ${sql.ref(column)} = ${sql.ref(`videos.${column}`)} + ${sql.lit(change)}
    from ${sql.ref(source)} where videos.id = ${sql.ref(`${source}.video_id`)}
    returning videos.id as video_id, videos.user_id, videos.is_hidden, ${sql.ref(`videos.${column}`)}`
}
