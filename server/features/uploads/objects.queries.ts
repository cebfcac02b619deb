import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Storage } from '../../storage/storage.ts'

/** An upload that nobody used is removed after this. */
const UNUSED_AFTER = sql<string>`now() - interval '1 day'`

/** @param ownerId Whose upload it will be; `null` for what the server makes itself. */
export async function createPendingObject(db: Db, ownerId: string | null): Promise<string> {
  const { id } = await db
    .insertInto('objects')
    .values({ ownerId, state: 'pending' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns Whether the object was waiting for its bytes. An address works once. */
export async function markStored(db: Db, id: string, sizeBytes: number): Promise<boolean> {
  const result = await db
    .updateTable('objects')
    .set({ state: 'stored', sizeBytes })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function isPending(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('objects')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the object is a whole upload of this person that nothing uses yet. */
export async function isUnusedUpload(db: Db, id: string, ownerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('objects')
    .select('id')
    .where('id', '=', id)
    .where('ownerId', '=', ownerId)
    .where('state', '=', 'stored')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Takes an unused upload for what is being published, so that nothing else can take it.
 *
 * @returns Whether it was there to take.
 */
export async function publishUpload(
  tx: Db,
  { id, ownerId, contentType }: { id: string; ownerId: string; contentType: string },
): Promise<boolean> {
  const result = await tx
    .updateTable('objects')
    .set({ state: 'published', contentType })
    .where('id', '=', id)
    .where('ownerId', '=', ownerId)
    .where('state', '=', 'stored')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Publishes an object that the server made itself and whose bytes are in storage. */
export async function publishMade(
  tx: Db,
  {
    id,
    ...facts
  }: { id: string; ownerId: string; contentType: string; sizeBytes: number; state: 'published' | 'hidden' },
): Promise<void> {
  await tx.updateTable('objects').set(facts).where('id', '=', id).execute()
}

export interface ServedObject {
  contentType: string
  sizeBytes: number
  /** Only its owner may see it. */
  isHidden: boolean
  ownerId: string | null
}

/** An object that may be served, to its owner at least. */
export async function findServedObject(db: Db, id: string): Promise<ServedObject | undefined> {
  const row = await db
    .selectFrom('objects')
    .select(['contentType', 'sizeBytes', 'state', 'ownerId'])
    .where('id', '=', id)
    .where('state', 'in', ['published', 'hidden'])
    .executeTakeFirst()
  if (!row) return undefined
  const { contentType, sizeBytes, state, ownerId } = row
  // The table's constraints: what is served has a type and a size.
  return { contentType: contentType ?? '', sizeBytes: sizeBytes ?? 0, isHidden: state === 'hidden', ownerId }
}

/** Takes objects off the site in the transaction that removes what used them; `deleteObjects` removes the bytes. */
export async function markDeleted(tx: Db, ids: string[]): Promise<void> {
  await tx.updateTable('objects').set({ state: 'deleted' }).where('id', 'in', ids).execute()
}

/**
 * Removes the bytes and then the rows of objects that are marked as deleted. What fails is tried again by the sweep:
 * nothing more than disk space depends on it.
 */
export async function deleteObjects({ db, storage }: { db: Db; storage: Storage }, ids: string[]): Promise<void> {
  for (const id of ids) {
    await storage.remove(id)
    await db.deleteFrom('objects').where('id', '=', id).where('state', '=', 'deleted').execute()
  }
}

/** Removes an upload that turned out to be unusable: its bytes first, so that a crash leaves a row that is swept. */
export async function discardUpload(deps: { db: Db; storage: Storage }, id: string): Promise<void> {
  const marked = await deps.db
    .updateTable('objects')
    .set({ state: 'deleted' })
    .where('id', '=', id)
    .where('state', 'in', ['pending', 'stored'])
    .executeTakeFirst()
  if (marked.numUpdatedRows > 0n) await deleteObjects(deps, [id])
}

/** Removes deleted objects and uploads that nothing took within a day, bytes and rows. */
export async function sweepObjects(deps: { db: Db; storage: Storage }): Promise<void> {
  await deps.db
    .updateTable('objects')
    .set({ state: 'deleted' })
    .where('state', 'in', ['pending', 'stored'])
    .where('createdAt', '<', UNUSED_AFTER)
    .execute()
  const deleted = await deps.db.selectFrom('objects').select('id').where('state', '=', 'deleted').limit(1_000).execute()
  await deleteObjects(
    deps,
    deleted.map(({ id }) => id),
  )
}
