import { sql } from 'kysely'
import { NIL_ID } from '../../../../db/nil-id.ts'
import type { Db } from '../../../../db/connect.ts'
import type { Deps } from '../../../../setup/deps.ts'

/** Maximum number of videos to read per run. */
const LOOKED_AT = 2_000
/** Maximum number of videos to update per run. Each update rewrites the index entries of all words of the video. */
const WRITTEN = 40
/** Maximum number of likes of a video whose accounts are checked. With more, all its likes count. */
const MAX_LIKES = 1_000

/** For each database, the id up to which this process has rated the videos. */
const places = new WeakMap<Db, string>()

/**
 * Updates the popularity scores of the next few videos. Successive runs cycle through all videos. The score is 15 if
 * one viewer in four likes the video, and 0 if at most one in twenty does. The owner's own like and likes from new
 * accounts do not count, except on a video with a thousand likes from others.
 */
export async function ratePopularity({ db }: Pick<Deps, 'db'>): Promise<void> {
  const { rows } = await sql<{ videoId: string | null; isEnd: boolean }>`
    with looked_at as materialized (
      select video_search.video_id, standing, user_id, likes_count, views_count
      from (select video_id, standing from video_search where video_id > ${places.get(db) ?? NIL_ID}
        order by video_id limit ${LOOKED_AT}) video_search
      join videos on videos.id = video_search.video_id
    ),
    moved as materialized (
      select video_id, standing, views_count, case when trusted < ${MAX_LIKES} then trusted else likes_count end as likes
      from looked_at cross join lateral (select count(*) as trusted from (
        select from likes join users on users.id = likes.user_id
        where likes.video_id = looked_at.video_id and likes.user_id <> looked_at.user_id
          and users.created_at < now() - interval '7 days' limit ${MAX_LIKES}
      ) checked) counted
      where abs(${score(sql`likes_count`)} - standing) >= 1
    ),
    wanted as (
      select video_id from moved where abs(${score(sql`likes`)} - standing) >= 1 order by video_id limit ${WRITTEN}
    ),
    -- Waiting for rows could deadlock with a transaction that hides several videos. The next cycle rates the skipped rows.
    free as (
      select video_id from video_search where video_id in (select video_id from wanted) for no key update skip locked
    ),
    written as (
      update video_search set standing = floor(${score(sql`likes`)}) from moved
      where moved.video_id = video_search.video_id and video_search.video_id in (select video_id from free)
    )
    select max(video_id::text)::uuid as video_id, count(*) < ${LOOKED_AT} as is_end from looked_at`.execute(db)
  const [row] = rows
  places.set(db, !row?.videoId || row.isEnd ? NIL_ID : row.videoId)
}

/**
 * Returns the score from 0 to 15.999. Forty views and two likes are added, so that the first likes change it little.
 */
function score(likes: ReturnType<typeof sql>) {
  return sql`least(15.999, greatest(0, ((${likes} + 2.0) / (views_count + 40) - 0.05) * 75))`
}
