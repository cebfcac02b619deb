import { sql } from 'kysely'
import { COUNTED_UP_TO, type Topic } from '../../../../contract/discovery/tags.ts'
import { type Tool, toolLabels } from '../../../../contract/videos/videos.ts'
import { isUnmuted } from '../../../access/relations.ts'
import { isListed } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { cutPage, decodeCursor, encodeCursor, type PageOf } from '../../../http/cursor.ts'
import { readPage, type RowPage, selectVideos } from '../../videos/reading/videos.queries.ts'

/**
 * The visible videos with a tag, newest first. Ordered by the tag's own rows, whose key is that order.
 *
 * @param key Of the tag (`contract/videos/tags.ts`).
 * @param viewerId Leaves out the creators whom they have muted.
 */
export async function listTagVideos(
  db: Db,
  key: string,
  { limit, cursor }: PageOf,
  viewerId?: string,
): Promise<RowPage> {
  const after = decodeCursor(cursor)
  const rows = await selectVideos(db)
    .innerJoin('videoTags', 'videoTags.videoId', 'videos.id')
    .where('videoTags.tag', '=', key)
    .where(isListed)
    .$if(viewerId !== undefined, (query) => query.where(isUnmuted(viewerId ?? '', sql`videos.user_id`)))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('videoTags.createdAt', 'videoTags.videoId'), '<', tuple(after?.createdAt ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('videoTags.createdAt', 'desc')
    .orderBy('videoTags.videoId', 'desc')
    .limit(limit + 1)
    .execute()
  return cutPage(rows, limit, encodeCursor)
}

/** The visible videos that were made with a tool, newest first. @param viewerId Leaves out whom they have muted. */
export function listToolVideos(db: Db, tool: Tool, page: PageOf, viewerId?: string): Promise<RowPage> {
  const all = selectVideos(db).where('videos.toolUsed', '=', tool)
  return readPage(viewerId === undefined ? all : all.where(isUnmuted(viewerId, sql`videos.user_id`)), page)
}

/** @param key Of the tag. Nobody has to have used it. @param asked How it is called then. */
export async function findTag(db: Db, key: string, asked: string): Promise<Topic> {
  // Those of hidden videos are gone as soon as they are.
  const { rows } = await sql<{ name: string | null; count: number }>`
    select (select name from tags where tag = ${key}) as name,
      (select count(*)::int from (select from video_tags where tag = ${key} limit ${COUNTED_UP_TO + 1}) as counted) as count
  `.execute(db)
  const { name = null, count = 0 } = rows[0] ?? {}
  return topic(name ?? asked, count)
}

export async function findTool(db: Db, tool: Tool): Promise<Topic> {
  const counted = db
    .selectFrom('videos')
    .select('id')
    .where('toolUsed', '=', tool)
    .where(isListed)
    .limit(COUNTED_UP_TO + 1)
    .as('counted')
  const { count } = await db
    .selectFrom(counted)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return topic(toolLabels[tool], count)
}

function topic(name: string, count: number): Topic {
  return { name, videosCount: Math.min(count, COUNTED_UP_TO), hasMore: count > COUNTED_UP_TO }
}
