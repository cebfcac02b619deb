import { sql } from 'kysely'
import { explainNoRoom, UNUSED_UPLOADS_MAX, UNUSED_UPLOADS_MAX_BYTES } from '../../../../contract/videos/uploads.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { type DiskDeps, lockDiskRoom, requireSomeRoom } from '../../../objects/disk-budget.ts'
import { createPendingObject } from '../../../objects/objects.queries.ts'
import { readUsage, type Usage } from './storage-usage.ts'

export type QuotaDeps = DiskDeps & { db: Db }

/**
 * Creates the object of a person's new upload.
 *
 * @returns Its id.
 * @throws {AppError} QUOTA_EXCEEDED, including if the person has too many unused uploads. STORAGE_FULL.
 */
export async function startUpload({ db, ...deps }: QuotaDeps, ownerId: string): Promise<string> {
  await requireSomeRoom(db, deps)
  return db.transaction().execute(async (tx) => {
    const usage = await lockQuota(tx, ownerId)
    if (usage.unusedCount >= UNUSED_UPLOADS_MAX) {
      throw new AppError(
        'QUOTA_EXCEEDED',
        `You have ${UNUSED_UPLOADS_MAX} unpublished uploads. Please publish them first, or try again later.`,
      )
    }
    if (roomIn(usage) <= 0) throw noRoom(usage)
    return createPendingObject(tx, { ownerId })
  })
}

/**
 * Reserves room for an upload in its owner's quota and on the disk, before the bytes are written. Concurrent uploads
 * thus never exceed the quota or the disk's reserve.
 *
 * @param neededBytes Minimum room without which the upload cannot go on.
 * @param wantedBytes Room to reserve if it is available. Both count from the upload's first byte.
 * @returns Number of bytes reserved for the upload; `undefined` if the upload is not waiting for bytes.
 * @throws {AppError} QUOTA_EXCEEDED, STORAGE_FULL.
 */
export function takeRoom(
  { db, ...deps }: QuotaDeps,
  id: string,
  { neededBytes, wantedBytes }: { neededBytes: number; wantedBytes: number },
): Promise<number | undefined> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ ownerId: string | null; sizeBytes: number | null }>`
      select owner_id, size_bytes from objects where ${isWaiting(id)}`.execute(tx)
    const [upload] = rows
    if (!upload?.ownerId) return undefined
    const usage = await lockQuota(tx, upload.ownerId)
    const quotaRoom = roomIn(usage) + (upload.sizeBytes ?? 0)
    if (quotaRoom < neededBytes) throw noRoom(usage)
    const room = Math.min(quotaRoom, await lockDiskRoom(tx, deps, id, neededBytes))
    const sizeBytes = Math.max(0, Math.min(wantedBytes, room))
    const { numAffectedRows } = await sql`
      update objects set size_bytes = ${sizeBytes} where ${isWaiting(id)}`.execute(tx)
    return numAffectedRows === 1n ? sizeBytes : undefined
  })
}

/** Whether an upload waits for bytes in one piece. */
const isWaiting = (id: string) => sql`id = ${id} and state = 'pending' and upload_length is null`

/**
 * Begins a resumable upload: reserves all the room that it will need until it is complete or swept. Beginning again
 * with the same length changes nothing.
 *
 * @returns Whether it has begun; `false` if the upload is not waiting for bytes, or has begun with another length.
 * @throws {AppError} QUOTA_EXCEEDED, STORAGE_FULL.
 */
export function beginResumable({ db, ...deps }: QuotaDeps, id: string, uploadLength: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ ownerId: string | null; uploadLength: number | null }>`
      select owner_id, upload_length from objects where id = ${id} and state = 'pending'`.execute(tx)
    const [upload] = rows
    if (!upload?.ownerId) return false
    if (upload.uploadLength !== null) return upload.uploadLength === uploadLength
    const usage = await lockQuota(tx, upload.ownerId)
    if (roomIn(usage) < uploadLength) throw noRoom(usage)
    await lockDiskRoom(tx, deps, id, uploadLength)
    // A row has a size if a request is sending the file in one piece, or if another call began the upload.
    const { numAffectedRows } = await sql`
      update objects set upload_length = ${uploadLength}, size_bytes = ${uploadLength}
      where id = ${id} and state = 'pending' and size_bytes is null`.execute(tx)
    return numAffectedRows === 1n
  })
}

/** Frees the room that `takeRoom` reserved, because the upload failed. Its address may be used again. */
export async function giveBackRoom(db: Db, id: string): Promise<void> {
  await db.updateTable('objects').set({ sizeBytes: null }).where('id', '=', id).where('state', '=', 'pending').execute()
}

/**
 * Frees the room of uploads in one piece that lost their bytes in a crash.
 *
 * @param isStart Whether the only process of the site is starting. No process can be receiving an upload then.
 *   Otherwise only uploads whose lease has expired are freed.
 */
export async function giveBackLostRoom(db: Db, { isStart = false } = {}): Promise<void> {
  await sql`
    update objects set size_bytes = null
    where state = 'pending' and upload_length is null and size_bytes is not null
      and (${isStart} or receiver_until < now())`.execute(db)
}

/**
 * Returns how much a person has stored. The lock keeps concurrent uploads of this person from changing it until the
 * transaction ends.
 */
async function lockQuota(tx: Db, ownerId: string): Promise<Usage> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${ownerId}`}, 0))`.execute(tx)
  return readUsage(tx, ownerId)
}

/** Returns how many more bytes a person may store. The number is negative if the person exceeds the quota. */
function roomIn({ unusedBytes, usedBytes, limitBytes }: Usage): number {
  return Math.min(UNUSED_UPLOADS_MAX_BYTES - unusedBytes, limitBytes - usedBytes)
}

function noRoom(usage: Usage): AppError {
  const isLimitReached = usage.limitBytes - usage.usedBytes < UNUSED_UPLOADS_MAX_BYTES - usage.unusedBytes
  return new AppError(
    'QUOTA_EXCEEDED',
    isLimitReached
      ? explainNoRoom(usage)
      : `Your unpublished uploads would take more than ${UNUSED_UPLOADS_MAX_BYTES / 1024 ** 3} GB. Please publish them first, or try again tomorrow.`,
  )
}
