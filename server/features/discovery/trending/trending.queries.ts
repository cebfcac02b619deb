import { type Selectable, sql } from 'kysely'
import type { Tool } from '../../../../contract/videos/videos.ts'
import { isListed } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import type { VideosTable } from '../../../db/schema/schema.ts'
import { countUpTo } from '../tags/tags.queries.ts'

/** Number of clips whose tags and tools are counted. */
const CLIPS = 500
/** Maximum number of topics of each kind. More are read than are shown, because viewers may have muted creators. */
const TOPICS_MAX = 24
/** Maximum number of clips per topic from which the covers are chosen. */
const CLIPS_OF_TOPIC = 12

export type TopicClip = Pick<Selectable<VideosTable>, 'id' | 'userId' | 'posterId' | 'placeholder'>

/** A trending topic. The name of a tag is its first spelling. */
export type TrendingRow = ({ kind: 'tag'; name: string } | { kind: 'tool'; name: Tool }) & {
  /** Number of clips. Counting stops at one more than `COUNTED_UP_TO`. */
  videosCount: number
  /** Clips by different creators, one by each, the hottest first. */
  clips: TopicClip[]
}

/**
 * Returns the tags and tools of the hottest clips, beginning with those that the largest number of creators use. If
 * fewer than `CLIPS` clips have heat, the newest clips are added. One creator counts once per topic, however many clips
 * they publish.
 *
 * The query reads a limited number of rows through indexes, for any number of clips on the site.
 */
export async function listTrending(db: Db): Promise<TrendingRow[]> {
  // The rows are read in the order of an index. Otherwise the planner may read all rows of a common tag, or the whole
  // table for a rare tool.
  const tagged = sql`video_tags where video_tags.tag = key order by created_at desc, video_id desc`
  const madeWith = sql`videos where tool_used = key and ${isListed} order by created_at desc, id desc`
  const { rows } = await sql<TrendingRow>`
    with places (id, place) as (
      (select video_id, row_number() over (order by heat desc, video_id) from video_heat
        order by heat desc, video_id limit ${CLIPS})
      union all
      (select id, ${CLIPS} + row_number() over (order by created_at desc, id desc) from videos where ${isListed}
        order by created_at desc, id desc limit ${CLIPS})
    ),
    clips as materialized (
      select videos.id, user_id, tool_used, poster_id, placeholder, place
      from (select id, min(place) as place from places group by id order by place limit ${CLIPS}) as placed
        join videos using (id)
      where ${isListed}
    ),
    uses as (
      select 'tag' as kind, tag as key, clips.* from clips join video_tags on video_id = clips.id
      union all
      select 'tool', tool_used, clips.* from clips where tool_used <> 'other'
    ),
    by_creator as (
      select distinct on (kind, key, user_id) * from uses order by kind, key, user_id, poster_id is null, place
    ),
    topics as (
      select *, row_number() over (partition by kind order by creators desc, best, key) as rank from (
        select kind, key, count(*) as creators, min(place) as best,
          jsonb_agg(jsonb_build_object('id', id, 'userId', user_id, 'posterId', poster_id, 'placeholder', placeholder)
            order by place) as clips
        from by_creator group by kind, key
      ) as counted
    )
    select kind, coalesce(tags.name, key) as name,
      case kind when 'tag' then ${countUpTo(tagged)} else ${countUpTo(madeWith)} end as videos_count,
      jsonb_path_query_array(clips, ${`$[0 to ${CLIPS_OF_TOPIC - 1}]`}::jsonpath) as clips
    from topics left join tags on kind = 'tag' and tags.tag = key
    where rank <= ${TOPICS_MAX} order by rank`.execute(db)
  return rows
}
