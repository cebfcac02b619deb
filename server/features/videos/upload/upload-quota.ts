import { type RawBuilder, sql } from 'kysely'
import {
  PERSON_FIRST_BYTES,
  PERSON_MAX_BYTES,
  PERSON_WEEKLY_BYTES,
  UNUSED_UPLOADS_MAX,
  UNUSED_UPLOADS_MAX_BYTES,
} from '../../../../contract/videos/uploads.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { type DiskDeps, lockDiskRoom, requireSomeRoom } from '../../../objects/disk-budget.ts'
import { createPendingObject } from '../../../objects/objects.queries.ts'
import { UPLOAD_LIFETIME_SECONDS } from './upload-address.ts'

const DAY_SECONDS = 24 * 60 * 60
const WEEK_SECONDS = 7 * DAY_SECONDS

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
    const used = await lockQuota(tx, ownerId)
    if (used.unusedCount >= UNUSED_UPLOADS_MAX) {
      throw new AppError(
        'QUOTA_EXCEEDED',
        `You have ${UNUSED_UPLOADS_MAX} unpublished uploads. Please publish them first, or try again later.`,
      )
    }
    if (roomIn(used) <= 0) throw noRoom(used)
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
    const used = await lockQuota(tx, upload.ownerId)
    const quotaRoom = roomIn(used) + (upload.sizeBytes ?? 0)
    if (quotaRoom < neededBytes) throw noRoom(used)
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
    const upload = await tx
      .selectFrom('objects')
      .select(['ownerId', 'uploadLength'])
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .executeTakeFirst()
    if (!upload?.ownerId) return false
    if (upload.uploadLength !== null) return upload.uploadLength === uploadLength
    const used = await lockQuota(tx, upload.ownerId)
    if (roomIn(used) < uploadLength) throw noRoom(used)
    await lockDiskRoom(tx, deps, id, uploadLength)
    // If the row has a size, a request is sending the file in one piece, or another call has begun the upload since.
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
 * Frees the room of all uploads that a crash cut off and that no process receives now. Bytes that were sent in one
 * piece were lost in the crash.
 */
export async function giveBackLostRoom(db: Db): Promise<void> {
  await giveBackRoomOf(db, sql`receiver_until < now()`)
}

/**
 * Frees the room of all uploads in one piece. The only process of a site calls it at its start, when no process can be
 * receiving an upload.
 */
export async function giveBackRoomAfterCrash(db: Db): Promise<void> {
  await giveBackRoomOf(db, sql`true`)
}

function giveBackRoomOf(db: Db, which: RawBuilder<unknown>): Promise<unknown> {
  return sql`
    update objects set size_bytes = null
    where state = 'pending' and upload_length is null and size_bytes is not null and ${which}`.execute(db)
}

interface Used {
  /** Number of unused uploads that are stored, may be resumed, or have a valid address. */
  unusedCount: number
  unusedBytes: number
  /** Bytes of all uploads, used or not. */
  bytes: number
  accountAgeSeconds: number
}

/**
 * Returns how much a person has stored. The lock keeps concurrent uploads of this person from changing it until the
 * transaction ends.
 */
async function lockQuota(tx: Db, ownerId: string): Promise<Used> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${ownerId}`}, 0))`.execute(tx)
  const { rows } = await sql<Used>`
    select
      count(*) filter (
        where state = 'stored'
          or (state = 'pending' and upload_length is not null)
          or (state = 'pending' and created_at > now() - make_interval(secs => ${UPLOAD_LIFETIME_SECONDS}))
      )::int as unused_count,
      coalesce(sum(size_bytes), 0)::bigint as unused_bytes,
      (coalesce(sum(size_bytes), 0) + coalesce((select size_bytes from kept_bytes where user_id = ${ownerId}), 0))::bigint
        as bytes,
      (select extract(epoch from now() - created_at)::float8 from users where id = ${ownerId}) as account_age_seconds
    from objects where owner_id = ${ownerId} and state in ('pending', 'stored')`.execute(tx)
  return rows[0] as Used
}

/** Returns the free bytes of a person. Negative if the person exceeds the quota. */
function roomIn(used: Used): number {
  return Math.min(UNUSED_UPLOADS_MAX_BYTES - used.unusedBytes, quotaOf(used) - used.bytes)
}

/**
 * Returns the quota for all files of a person, in bytes. It is small for new accounts, so that many of them cannot fill
 * the disk.
 */
function quotaOf({ accountAgeSeconds }: Used): number {
  const weeks = Math.max(0, Math.floor(accountAgeSeconds / WEEK_SECONDS))
  return Math.min(PERSON_MAX_BYTES, PERSON_FIRST_BYTES + weeks * PERSON_WEEKLY_BYTES)
}

function noRoom(used: Used): AppError {
  const isAllUsed = quotaOf(used) - used.bytes < UNUSED_UPLOADS_MAX_BYTES - used.unusedBytes
  return new AppError(
    'QUOTA_EXCEEDED',
    isAllUsed
      ? describeQuota(used)
      : `Your unpublished uploads would take more than ${inGigabytes(UNUSED_UPLOADS_MAX_BYTES)}. Please publish them first, or try again tomorrow.`,
  )
}

function describeQuota(used: Used): string {
  const quota = quotaOf(used)
  if (quota === PERSON_MAX_BYTES) {
    return `Your storage is full. Everyone can store up to ${inGigabytes(quota)} here. Please delete a video first.`
  }
  const days = Math.ceil((WEEK_SECONDS - (used.accountAgeSeconds % WEEK_SECONDS)) / DAY_SECONDS)
  return (
    `Your storage is full. You can store ${inGigabytes(quota)} here now, and ` +
    `${inGigabytes(PERSON_WEEKLY_BYTES)} more every week, up to ${inGigabytes(PERSON_MAX_BYTES)}. ` +
    `Please delete a video, or try again in ${days === 1 ? '1 day' : `${days} days`}.`
  )
}

function inGigabytes(bytes: number): string {
  return `${bytes / 1024 ** 3} GB`
}
