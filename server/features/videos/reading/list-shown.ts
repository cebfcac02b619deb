import { sql } from 'kysely'
import { isUnmuted } from '../../../access/mutes-and-blocks.ts'
import type { Db } from '../../../db/connect.ts'

/**
 * Returns the ids of clips that lists may show, in the given order. Callers pass all ids after the cursor and cut the
 * page from the result, so one query is enough, no matter how many clips are left out.
 *
 * @param viewerId Leaves out clips of creators that this viewer has muted.
 */
export async function listShown(db: Db, ids: string[], viewerId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('videos')
    .select('id')
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .where('isHidden', '=', false)
    .$if(viewerId !== undefined, (query) => query.where(isUnmuted(viewerId ?? '', sql`videos.user_id`)))
    .execute()
  const shown = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => shown.has(id))
}
