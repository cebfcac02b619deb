import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { renditionTypes } from '../../../media/stream/rendition-types.ts'
import { SIGNED_MAX_BYTES } from '../../../media/tasks.ts'

/** Condition that a row of `objects` is a published or hidden file that can be signed and has no signed manifest. */
const isUnsigned = sql`
  content_type = ${renditionTypes.preview} and state in ('published', 'hidden') and size_bytes <= ${SIGNED_MAX_BYTES}
  and not exists (select from sidecars where object_id = objects.id)`

/** Lists the unsigned files of a clip. @returns Ids of objects. */
export async function listUnsigned(db: Db, videoId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from objects where ${isUnsigned} and made_for = ${videoId} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns clips with unsigned files, for an operator who has just enabled signing. */
export async function listUnsignedVideos(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct made_for as id from objects where ${isUnsigned} and made_for is not null`.execute(db)
  return rows.map(({ id }) => id)
}
