/** Test helper for remixes without files. */
import { sql } from 'kysely'
import { insertVideos, type TestApp } from '../../../test/test-app.ts'

/**
 * Inserts remixes of the same parents by one user, with the rows that publishing would write. @returns Ids, newest
 * first.
 */
export async function insertRemixes(t: TestApp, userId: string, parentIds: string[], count = 1): Promise<string[]> {
  const ids = await insertVideos(t, userId, count)
  await sql`
    insert into video_parents (video_id, position, parent_id, parent_prompt, created_at)
    select videos.id, place - 1, parent.id, parent.prompt, videos.created_at
    from videos, unnest(${parentIds}::uuid[]) with ordinality as given (id, place) join videos parent using (id)
    where videos.id = any (${ids})`.execute(t.db)
  await sql`
    update videos set remix_depth = 1 + (select max(remix_depth) from videos where id = any (${parentIds})),
      root_id = (select coalesce(root_id, id) from videos where id = ${parentIds[0]})
    where id = any (${ids})`.execute(t.db)
  await sql`update videos set remixes_count = remixes_count + ${count} where id = any (${parentIds})`.execute(t.db)
  return ids
}
