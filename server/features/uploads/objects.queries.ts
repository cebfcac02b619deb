import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Storage } from '../../storage/storage.ts'

/** An upload that nobody used is removed after this. */
const UNUSED_AFTER = sql<string>`now() - interval '1 day'`

export async function createPendingObject(db: Db, ownerId: string): Promise<string> {
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
  { id, ...facts }: { id: string; contentType: string; sizeBytes: number },
): Promise<void> {
  await tx
    .updateTable('objects')
    .set({ ...facts, state: 'published' })
    .where('id', '=', id)
    .execute()
}

export interface PublishedObject {
  contentType: string
  sizeBytes: number
}

/** An object that may be served. */
export async function findPublishedObject(db: Db, id: string): Promise<PublishedObject | undefined> {
  const row = await db
    .selectFrom('objects')
    .select(['contentType', 'sizeBytes'])
    .where('id', '=', id)
    .where('state', '=', 'published')
    .executeTakeFirst()
  return row as PublishedObject | undefined
}

/** Removes an upload that turned out to be unusable: its bytes first, so that a crash leaves a row that is swept. */
export async function discardUpload({ db, storage }: { db: Db; storage: Storage }, id: string): Promise<void> {
  const marked = await db
    .updateTable('objects')
    .set({ state: 'deleted' })
    .where('id', '=', id)
    .where('state', '<>', 'published')
    .executeTakeFirst()
  if (marked.numUpdatedRows === 0n) return
  await storage.remove(id)
  await db.deleteFrom('objects').where('id', '=', id).execute()
}

/** Removes deleted objects and uploads that nothing took within a day, bytes and rows. */
export async function sweepObjects({ db, storage }: { db: Db; storage: Storage }): Promise<void> {
  const stale = await db
    .selectFrom('objects')
    .select('id')
    .where(({ or, and, eb }) =>
      or([eb('state', '=', 'deleted'), and([eb('state', '<>', 'published'), eb('createdAt', '<', UNUSED_AFTER)])]),
    )
    .limit(1_000)
    .execute()
  for (const { id } of stale) await discardUpload({ db, storage }, id)
}
