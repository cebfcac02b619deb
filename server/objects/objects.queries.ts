import { type RawBuilder, sql } from 'kysely'
import { objectStateFor } from '../access/visibility.ts'
import type { Db } from '../db/connect.ts'
import { log } from '../errors/log.ts'
import type { Deps } from '../setup/deps.ts'
import { purgeCopy } from './purge-copies.ts'
import type { Claim } from './upload-claim.ts'

export type RemoveDeps = Pick<Deps, 'db' | 'storage' | 'cdn'>

/**
 * Creates an object that waits for its bytes.
 *
 * @param facts The owner of an upload, or the video for which the server makes the file.
 */
export async function createPendingObject(db: Db, facts: { ownerId?: string; madeFor?: string } = {}): Promise<string> {
  const pending = { ...facts, state: 'pending' } as const
  const { id } = await db.insertInto('objects').values(pending).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * Marks a pending object as stored.
 *
 * @returns Whether the object was still waiting for its bytes: its upload address works only once.
 */
export async function markStored(db: Db, id: string, sizeBytes: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update objects set state = 'stored', size_bytes = ${sizeBytes} where id = ${id} and state = 'pending'`.execute(db)
  return numAffectedRows === 1n
}

/** Publishes a claimed upload. @returns Whether the claim still held. */
export async function publishUpload(tx: Db, { id, token }: Claim, contentType: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update objects set state = 'published', content_type = ${contentType}, claim = null, claimed_until = null
    where id = ${id} and claim = ${token} and state = 'stored'`.execute(tx)
  return numAffectedRows === 1n
}

export class RemovedObjectError extends Error {}

/**
 * Publishes an object that the server made and whose bytes are in storage. An object that is made for a video is hidden
 * if the video is.
 *
 * @throws {RemovedObjectError} If it is no longer pending, because it was removed as a leftover.
 */
export async function publishMade(
  tx: Db,
  {
    id,
    ...facts
  }: {
    id: string
    ownerId: string
    madeFor?: string
    contentType: string
    sizeBytes: number
    state?: RawBuilder<'published' | 'hidden'>
  },
): Promise<void> {
  const result = await tx
    .updateTable('objects')
    .set({ state: facts.madeFor ? objectStateFor(facts.madeFor) : 'published', ...facts })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) throw new RemovedObjectError(`Object ${id} was removed while it was created`)
}

export interface ServedObject {
  contentType: string
  sizeBytes: number
  /** Whether the object is visible only to its owner and staff. */
  isHidden: boolean
  ownerId: string | null
  /** Id of the video to which the object belongs. */
  videoId: string | null
  /** Id of the object that is its signed manifest (C2PA), if there is one. */
  manifestId: string | null
}

/**
 * Returns an object that may be served, at least to its owner.
 *
 * @param isSigning Whether the site signs its renditions.
 */
export async function findServedObject(
  db: Db,
  id: string,
  { isSigning }: { isSigning: boolean },
): Promise<ServedObject | undefined> {
  const row = await db
    .selectFrom('objects')
    .leftJoin('videos', 'videos.originalId', 'objects.id')
    .select(['contentType', 'sizeBytes', 'state', 'ownerId', 'madeFor', 'videos.id as originalOf'])
    .$if(isSigning, (query) => query.leftJoin('sidecars', 'objectId', 'objects.id').select('manifestId'))
    .where('objects.id', '=', id)
    .where('state', 'in', ['published', 'hidden'])
    .executeTakeFirst()
  if (!row) return undefined
  const { contentType, sizeBytes, state, ownerId, manifestId = null } = row
  const videoId = row.madeFor ?? row.originalOf
  // Constraints of the table guarantee that a served object has a type and a size.
  const facts = { contentType: contentType ?? '', sizeBytes: sizeBytes ?? 0, isHidden: state === 'hidden' }
  return { ...facts, ownerId, videoId, manifestId }
}

/** Marks objects as deleted in the transaction that removes their last use. `deleteObjects` removes the bytes. */
export async function markDeleted(tx: Db, ids: string[]): Promise<void> {
  await tx.updateTable('objects').set({ state: 'deleted' }).where('id', 'in', ids).execute()
}

/**
 * Marks all objects of a video as deleted: the original and all files made from it.
 *
 * @returns The ids of the objects.
 */
export async function markVideoDeleted(tx: Db, video: { id: string; originalId: string }): Promise<string[]> {
  // Pending objects have no bytes to remove yet. The worker that makes them finds the video gone.
  const { rows } = await sql<{ id: string }>`
    update objects set state = 'deleted'
    where (id = ${video.originalId} or made_for = ${video.id}) and state in ('published', 'hidden')
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Restricts a person's picture to that person and staff, or publishes it again. */
export async function setObjectHidden(tx: Db, id: string, isHidden: boolean): Promise<void> {
  const state = isHidden ? 'hidden' : 'published'
  await sql`update objects set state = ${state} where id = ${id} and state in ('published', 'hidden')`.execute(tx)
}

/** Removes the pending objects that earlier attempts to render this video left behind. None of them is in use. */
export async function discardUnfinished(deps: RemoveDeps, videoId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update objects set state = 'deleted' where made_for = ${videoId} and state = 'pending'
    returning id`.execute(deps.db)
  const ids = rows.map(({ id }) => id)
  await deleteObjects(deps, ids)
}

/**
 * Removes the bytes and then the rows of objects that are marked as deleted. If one cannot be removed, all rows stay;
 * the sweep tries each object separately.
 */
export async function deleteObjects({ db, storage, cdn }: RemoveDeps, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await storage.removeMany(ids)
  const { rows } = await sql<{ id: string; contentType: string | null }>`
    delete from objects where id = any (${ids}) and state = 'deleted' returning id, content_type`.execute(db)
  for (const { id, contentType } of rows) purgeCopy({ cdn }, id, contentType)
}

/** Removes deleted objects after a commit. A failure costs only disk space: it is logged and left to the sweep. */
export async function deleteObjectsOrSweep(deps: RemoveDeps, ids: string[]): Promise<void> {
  await deleteObjects(deps, ids).catch((error: unknown) =>
    log.error({ err: error }, 'Deleted files are left to the clean-up'),
  )
}

/**
 * Removes an unusable upload. Its row is removed last, so that a crash leaves a row that is swept.
 *
 * @returns Whether the upload was still unused.
 */
export async function discardUpload(deps: RemoveDeps, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update objects set state = 'deleted' where id = ${id} and state in ('pending', 'stored')`.execute(deps.db)
  if (numAffectedRows === 0n) return false
  await deleteObjects(deps, [id])
  return true
}

/**
 * Marks a claimed upload as deleted, because another object was made from it in the same transaction.
 *
 * @returns Whether the claim still held.
 */
export async function takeForDeletion(tx: Db, { id, token }: Claim): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update objects set state = 'deleted' where id = ${id} and claim = ${token} and state = 'stored'`.execute(tx)
  return numAffectedRows === 1n
}

/** Marks a person's uploads as deleted, even while one is being published. The sweep removes the bytes. */
export async function giveUpUploads(tx: Db, ownerId: string): Promise<void> {
  await sql`
    update objects set state = 'deleted' where owner_id = ${ownerId} and state in ('pending', 'stored')`.execute(tx)
}
