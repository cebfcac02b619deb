import { sql } from 'kysely'
import type { Db } from '../../../../db/connect.ts'
import type { Deps } from '../../../../setup/deps.ts'

/** Videos that are looked at each time, and those of them that are written: each write makes all its words anew. */
const LOOKED_AT = 2_000
const WRITTEN = 40
/** Likes that are counted one by one: more make no difference. */
const MAX_LIKES = 1_000

/** How far each database's videos have been looked at by this process. */
const places = new WeakMap<Db, string>()
const START = '00000000-0000-0000-0000-000000000000'

/**
 * Moves the standing of videos, a few at a time and round and round: 0 for one that is liked by one viewer in twenty or
 * fewer, or hardly known, up to 15 for one in four. It moves by whole steps. Likes of people who are new here, and
 * one's own, do not count.
 */
export async function rateStanding({ db }: Pick<Deps, 'db'>): Promise<void> {
  const { rows } = await sql<{ videoId: string | null; isEnd: boolean }>`
    with looked_at as materialized (
      select video_search.video_id, standing, user_id, likes_count, views_count
      from (select video_id, standing from video_search where video_id > ${places.get(db) ?? START}
        order by video_id limit ${LOOKED_AT}) video_search
      join videos on videos.id = video_search.video_id
    ),
    moved as materialized (
      select video_id, standing, views_count, (select count(*) from (
        select from likes join users on users.id = likes.user_id
        where likes.video_id = looked_at.video_id and likes.user_id <> looked_at.user_id
          and users.created_at < now() - interval '7 days' limit ${MAX_LIKES}
      ) trusted) as likes
      from looked_at where abs(${score(sql`likes_count`)} - standing) >= 1
    ),
    wanted as (
      select video_id from moved where abs(${score(sql`likes`)} - standing) >= 1 order by video_id limit ${WRITTEN}
    ),
    written as (
      update video_search set standing = floor(${score(sql`likes`)}) from moved
      where moved.video_id = video_search.video_id and video_search.video_id in (select video_id from wanted)
    )
    select max(video_id::text)::uuid as video_id, count(*) < ${LOOKED_AT} as is_end from looked_at`.execute(db)
  const [row] = rows
  places.set(db, !row?.videoId || row.isEnd ? START : row.videoId)
}

/** As if two of forty viewers had liked each before anybody came. */
function score(likes: ReturnType<typeof sql>) {
  return sql`least(15.999, greatest(0, ((${likes} + 2.0) / (views_count + 40) - 0.05) * 75))`
}
