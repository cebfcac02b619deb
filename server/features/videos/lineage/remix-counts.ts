import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Signals } from '../../../signals/signals.ts'
import { videoChanged } from '../../../signals/video-signals.ts'

/** A remix and a video that it was made from, whose count of remixes moved. */
export interface RemixedVideo {
  videoId: string
  parentId: string
}

/**
 * Of a row of `videos`: whether it is one of these, or one of them was made from it. Whoever hides, shows or deletes
 * videos locks all of these, by id: the counts of the parents move with them.
 */
export function isOrIsParentOf(ids: string[]): RawBuilder<boolean> {
  return sql<boolean>`videos.id = any (array(
    select unnest(${ids}::uuid[]) union select parent_id from video_parents where video_id = any (${ids}::uuid[])))`
}

/**
 * Moves `remixes_count` of what these videos were made from: -1 before a visible one is deleted or when it is hidden, 1
 * when it is shown. `isOrIsParentOf` has locked them.
 *
 * @returns What to tell once it is committed (`tellRemixed`).
 */
export async function moveRemixesCounts(tx: Db, videoIds: string[], change: 1 | -1): Promise<RemixedVideo[]> {
  if (videoIds.length === 0) return []
  const { rows } = await sql<RemixedVideo>`
    with links as (
      select video_id, parent_id from video_parents where video_id = any (${videoIds}::uuid[]) and parent_id is not null
    ),
    counted as (
      update videos set remixes_count = remixes_count + ${sql.lit(change)} * moved.count
      from (select parent_id, count(*)::int as count from links group by parent_id) as moved
      where videos.id = moved.parent_id returning videos.id
    )
    select video_id, parent_id from links join counted on counted.id = parent_id`.execute(tx)
  return rows
}

export function tellRemixed(signals: Signals, remixed: RemixedVideo[]): void {
  for (const { parentId } of remixed) videoChanged(signals, parentId)
}
