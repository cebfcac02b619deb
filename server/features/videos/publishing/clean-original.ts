import { sql } from 'kysely'
import type { Edit } from '../../../../contract/media/private-data/private-data.ts'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { PrivateDataFacts } from '../../../media/engine/engine.ts'

/**
 * Removes private data from an original that has not been published yet. The removal is recorded first. A crash in
 * between leaves a superfluous record, but never an unrecorded change.
 */
export async function cleanOriginal(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  objectId: string,
  found: PrivateDataFacts,
  edits: Edit[],
): Promise<void> {
  await recordCleaning(db, objectId, found)
  await storage.blank(objectId, edits)
}

/** Whether an earlier attempt to publish an original may have removed private data from it. */
export async function wasCleaned(db: Db, objectId: string): Promise<boolean> {
  const { rows } = await sql`
    select from cleaned_originals where object_id = ${objectId} and changed_bytes > 0`.execute(db)
  return rows.length > 0
}

/** Adds the removal to the record of the original. Kinds that an earlier attempt has removed stay in the record. */
export async function recordCleaning(db: Db, objectId: string, found: PrivateDataFacts): Promise<void> {
  await sql`
    insert into cleaned_originals (object_id, kinds, changed_bytes, held_credentials)
    values (${objectId}, ${found.kinds}::text[], ${found.changedBytes}, ${found.holdsCredentials})
    on conflict (object_id) do update set cleaned_at = now(),
      kinds = array(select distinct unnest(cleaned_originals.kinds || excluded.kinds) order by 1),
      changed_bytes = greatest(cleaned_originals.changed_bytes, excluded.changed_bytes),
      held_credentials = cleaned_originals.held_credentials or excluded.held_credentials`.execute(db)
}
