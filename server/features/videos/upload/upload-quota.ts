import { sql } from 'kysely'
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
 * Makes the object of a person's new upload.
 *
 * @returns Its id.
 * @throws {AppError} QUOTA_EXCEEDED, also when many are asked for at once. STORAGE_FULL.
 */
export async function startUpload({ db, ...deps }: QuotaDeps, ownerId: string): Promise<string> {
  await requireSomeRoom(db, deps)
  return db.transaction().execute(async (tx) => {
    const used = await lockQuota(tx, ownerId)
    if (used.unusedCount >= UNUSED_UPLOADS_MAX) throw tooManyUnused()
    if (roomIn(used) <= 0) throw noRoom(used)
    return createPendingObject(tx, ownerId)
  })
}

/**
 * Takes room for an upload out of its owner's quota and of the disk, before the bytes are written: however many uploads
 * run at once, there is never more in storage than the quota and the disk's reserve allow.
 *
 * @param neededBytes With less room than this there is no point in going on.
 * @param wantedBytes What is taken now, if there is as much. Both count from the upload's first byte.
 * @returns How many bytes the upload may have; `undefined` if it waits for none.
 * @throws {AppError} QUOTA_EXCEEDED, STORAGE_FULL.
 */
export function takeRoom(
  { db, ...deps }: QuotaDeps,
  id: string,
  { neededBytes, wantedBytes }: { neededBytes: number; wantedBytes: number },
): Promise<number | undefined> {
  return db.transaction().execute(async (tx) => {
    const upload = await tx
      .selectFrom('objects')
      .select(['ownerId', 'sizeBytes'])
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .where('uploadLength', 'is', null)
      .executeTakeFirst()
    if (!upload?.ownerId) return undefined
    const used = await lockQuota(tx, upload.ownerId)
    const quotaRoom = roomIn(used) + (upload.sizeBytes ?? 0)
    if (quotaRoom < neededBytes) throw noRoom(used)
    const room = Math.min(quotaRoom, await lockDiskRoom(tx, deps, id, neededBytes))
    const sizeBytes = Math.max(0, Math.min(wantedBytes, room))
    const taken = await tx
      .updateTable('objects')
      .set({ sizeBytes })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .where('uploadLength', 'is', null)
      .executeTakeFirst()
    return taken.numUpdatedRows === 1n ? sizeBytes : undefined
  })
}

/**
 * Begins an upload that may be continued: takes all the room that it will need, which it keeps until it is whole or
 * swept. Beginning again with the same length changes nothing.
 *
 * @returns Whether it has begun; `false` if it waits for no bytes, or for those of another file.
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
    const begun = await tx
      .updateTable('objects')
      .set({ uploadLength, sizeBytes: uploadLength })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      // Nothing is arriving in one piece, and no other call has begun it meanwhile.
      .where('sizeBytes', 'is', null)
      .executeTakeFirst()
    return begun.numUpdatedRows === 1n
  })
}

/** Gives back what `takeRoom` took: the upload came to nothing, and its address may be used again. */
export async function giveBackRoom(db: Db, id: string): Promise<void> {
  await db.updateTable('objects').set({ sizeBytes: null }).where('id', '=', id).where('state', '=', 'pending').execute()
}

/**
 * The same for all that a crash cut off, and that nobody receives now. Bytes that came in one piece are gone with the
 * process.
 */
export async function giveBackLostRoom(db: Db): Promise<void> {
  await receivedWhole(db)
    .where('receiverUntil', '<', sql<string>`now()`)
    .execute()
}

/** The same where no other process can be receiving any: before the first upload of one that is alone. */
export async function giveBackRoomAfterCrash(db: Db): Promise<void> {
  await receivedWhole(db).execute()
}

function receivedWhole(db: Db) {
  return db
    .updateTable('objects')
    .set({ sizeBytes: null })
    .where('state', '=', 'pending')
    .where('uploadLength', 'is', null)
    .where('sizeBytes', 'is not', null)
}

interface Used {
  /** Uploads that nothing uses, while they are stored, or may be continued, or their address is good. */
  unusedCount: number
  unusedBytes: number
  /** Of everything, used or not. */
  bytes: number
  accountAgeSeconds: number
}

/** What a person has in storage. Until the transaction ends, nobody else changes it by uploading. */
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

/** In bytes; below 0 if somebody has more than they may. */
function roomIn(used: Used): number {
  return Math.min(UNUSED_UPLOADS_MAX_BYTES - used.unusedBytes, quotaOf(used) - used.bytes)
}

/** Of everything that a person keeps. Small at first, so that many new accounts are not a full disk. */
function quotaOf({ accountAgeSeconds }: Used): number {
  const weeks = Math.max(0, Math.floor(accountAgeSeconds / WEEK_SECONDS))
  return Math.min(PERSON_MAX_BYTES, PERSON_FIRST_BYTES + weeks * PERSON_WEEKLY_BYTES)
}

function tooManyUnused(): AppError {
  return new AppError(
    'QUOTA_EXCEEDED',
    `You have ${UNUSED_UPLOADS_MAX} uploads that are not published yet. Please publish them first, or try again later.`,
  )
}

function noRoom(used: Used): AppError {
  const isAllUsed = quotaOf(used) - used.bytes < UNUSED_UPLOADS_MAX_BYTES - used.unusedBytes
  return new AppError(
    'QUOTA_EXCEEDED',
    isAllUsed
      ? describeQuota(used)
      : `Your uploads that are not published yet would take more than ${inGigabytes(UNUSED_UPLOADS_MAX_BYTES)}. Please publish them first, or try again tomorrow.`,
  )
}

function describeQuota(used: Used): string {
  const quota = quotaOf(used)
  if (quota === PERSON_MAX_BYTES) {
    return `Your storage is full: everybody can keep ${inGigabytes(quota)} here. Please delete a video first.`
  }
  const days = Math.ceil((WEEK_SECONDS - (used.accountAgeSeconds % WEEK_SECONDS)) / DAY_SECONDS)
  return (
    `Your storage is full: you can keep ${inGigabytes(quota)} here now, and ` +
    `${inGigabytes(PERSON_WEEKLY_BYTES)} more every week, up to ${inGigabytes(PERSON_MAX_BYTES)}. ` +
    `Please delete a video, or try again in ${days === 1 ? '1 day' : `${days} days`}.`
  )
}

function inGigabytes(bytes: number): string {
  return `${bytes / 1024 ** 3} GB`
}
