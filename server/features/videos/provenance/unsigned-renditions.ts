import type { Db } from '../../../db/connect.ts'
import { renditionTypes } from '../../../media/stream/rendition-types.ts'
import { SIGNED_MAX_BYTES } from '../../../media/tasks.ts'

/** Selects published or hidden files that can be signed and have no signed manifest. */
function unsigned(db: Db) {
  return db
    .selectFrom('objects')
    .where('contentType', '=', renditionTypes.preview)
    .where('state', 'in', ['published', 'hidden'])
    .where('sizeBytes', '<=', SIGNED_MAX_BYTES)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('sidecars').select('objectId').whereRef('objectId', '=', 'objects.id'))),
    )
}

/**
 * Lists the unsigned files of a clip.
 *
 * @returns Ids of objects.
 */
export async function listUnsigned(db: Db, videoId: string): Promise<string[]> {
  const rows = await unsigned(db).select('id').where('madeFor', '=', videoId).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Returns clips with unsigned files, for an operator who has just enabled signing. */
export async function findUnsignedVideos(db: Db): Promise<string[]> {
  const rows = await unsigned(db).select('madeFor').distinct().where('madeFor', 'is not', null).execute()
  return rows.flatMap(({ madeFor }) => madeFor ?? [])
}
