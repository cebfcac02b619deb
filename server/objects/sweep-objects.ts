import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { NIL_ID } from '../db/nil-id.ts'
import { counted } from '../format/in-words.ts'
import { deleteObjects, type RemoveDeps } from './objects.queries.ts'
import { isUnclaimed } from './upload-claim.ts'

const SWEEP_PAGE = 500

/**
 * Removes the bytes and rows of deleted objects, and of uploads and unfinished files that were not used or finished
 * within a day. An object that cannot be removed at the moment does not stop the removal of the others.
 *
 * @throws {AggregateError} The failures, once the rest is done.
 */
export async function sweepObjects(deps: RemoveDeps, signal?: AbortSignal): Promise<void> {
  await sql`
    update objects set state = 'deleted'
    where state in ('pending', 'stored') and created_at < now() - interval '1 day' and ${isUnclaimed}`.execute(deps.db)
  const failures: unknown[] = []
  for await (const ids of deletedObjects(deps.db)) {
    if (signal?.aborted) break
    await deleteObjects(deps, ids).catch(async () => {
      for (const id of ids) await deleteObjects(deps, [id]).catch((error: unknown) => failures.push(error))
    })
  }
  await deps.storage.removeLeftovers().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `Could not delete ${counted(failures.length, 'object')}`)
}

async function* deletedObjects(db: Db): AsyncGenerator<string[]> {
  for (let last: string | undefined = NIL_ID; last !== undefined;) {
    const { rows } = await sql<{ id: string }>`
      select id from objects where state = 'deleted' and id > ${last} order by id limit ${SWEEP_PAGE}`.execute(db)
    if (rows.length > 0) yield rows.map(({ id }) => id)
    last = rows.at(-1)?.id
  }
}
