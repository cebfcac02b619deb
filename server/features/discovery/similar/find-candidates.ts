import { sql } from 'kysely'
import { isListed } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import type { Candidate, Subject } from './rank-neighbours.ts'

/** Maximum number of videos per tag, newest first. */
const OF_A_TAG = 40
const BY_WORDS = 500
const LIKERS = 200
/** Maximum number of videos per liker, starting with the most recently liked. */
const LIKED = 50
const BY_LIKES = 200
/** Minimum number of shared likers. With fewer, colluding accounts could infer a single person's like. */
const LIKERS_MIN = 5

/** Finds up to about 1,000 visible videos that share a video's rare tags, rare words or likers. */
export async function findCandidates(db: Db, videoId: string, subject: Subject): Promise<Candidate[]> {
  const tags = subject.tags.map(({ key }) => key)
  const words = subject.words.map(({ key }) => key)
  // Titles and prompts are searched. Words contain only letters and numbers.
  const anyWord = words.map((word) => `'${word}':AD`).join(' | ')
  const { rows } = await sql<Candidate>`
    with likers as (select user_id from likes where video_id = ${videoId} limit ${LIKERS}),
    liked as (
      select video_id, count(*)::int as likers_count from likers, lateral (
        select video_id from likes where likes.user_id = likers.user_id
        order by created_at desc, video_id desc limit ${LIKED}
      ) theirs where video_id <> ${videoId}
      group by video_id having count(*) >= ${LIKERS_MIN} order by count(*) desc, video_id limit ${BY_LIKES}
    ),
    found as (
      select video_id from unnest(${tags}::text[]) own (tag), lateral (
        select video_id from video_tags where video_tags.tag = own.tag
        order by created_at desc, video_id desc limit ${OF_A_TAG}
      ) tagged
      union (select video_id from video_search where words @@ ${anyWord}::tsquery limit ${BY_WORDS})
      union select video_id from liked
    )
    select id, user_id, videos.tool_used, model, likes_count, coalesce(likers_count, 0) as likers_count,
      array(select tag from video_tags where video_tags.video_id = id and tag = any (${tags}::text[])) as tags,
      array(
        select unnest(tsvector_to_array(ts_filter(video_search.words, '{a,d}'))) intersect select unnest(${words}::text[])
      ) as words
    from found join videos on id = found.video_id join video_search on video_search.video_id = id
      left join liked on liked.video_id = id
    where id <> ${videoId} and ${isListed}`.execute(db)
  return rows
}
