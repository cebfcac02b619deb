import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/**
 * Whether a row of `videos` is one of these videos or a parent of one. Callers that hide, show or delete videos lock
 * all of these rows in the order of their ids, because the counts of the parents change, too.
 */
export function isOrIsParentOf(ids: string[]): RawBuilder<boolean> {
  return sql<boolean>`videos.id = any (array(
    select unnest(${ids}::uuid[]) union select parent_id from video_parents where video_id = any (${ids}::uuid[])))`
}

/** Changes `remixes_count` of these videos' parents, and returns the ids of the parents. See `countListed`. */
export async function moveRemixesCounts(tx: Db, videoIds: string[], change: 1 | -1): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update videos set remixes_count = remixes_count + ${sql.lit(change)} * moved.count
    from (
      select parent_id, count(*)::int as count from video_parents where video_id = any (${videoIds}::uuid[])
      group by parent_id
    ) as moved
    where videos.id = moved.parent_id returning videos.id`.execute(tx)
  return rows.map(({ id }) => id)
}
