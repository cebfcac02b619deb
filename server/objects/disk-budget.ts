import { sql } from 'kysely'
import { VIDEO_MAX_BYTES } from '../../contract/videos/uploads.ts'
import type { Db } from '../db/connect.ts'
import type { Deps } from '../setup/deps.ts'
import { AppError } from '../errors/app-error.ts'

/** Dependencies from which the disk budget is calculated. */
export type DiskDeps = Pick<Deps, 'storage' | 'disk'>

/** Unused uploads may take this share of the space that would be free without them. */
const SHARE_FOR_UNFINISHED = 0.5

interface Budget {
  /** Number of bytes that a new upload may have. */
  roomBytes: number
  /** Number of bytes that a new upload could have if unused uploads were not limited to a share of the space. */
  diskBytes: number
  /** Number of reserved bytes that have not been written yet. */
  promisedBytes: number
}

/** Refuses a new upload of unknown size if the disk has no room for it. @throws {AppError} STORAGE_FULL. */
export async function requireSomeRoom(db: Db, deps: DiskDeps): Promise<void> {
  const budget = await readRoom(db, deps)
  if (budget.roomBytes <= 0) throw noRoom(budget, 1)
}

/**
 * Whether there is room for derived files, such as renditions. They may use part of the reserve, so that a published
 * clip gets its preview. They may not use all of it, because the database needs room.
 */
export async function hasRoomToMake({ disk }: Pick<Deps, 'disk'>, bytes: number): Promise<boolean> {
  return (await disk.spareBytesForPromised()) >= bytes
}

/** Number of bytes after which an arriving upload checks again whether the disk has filled up. */
const CHECK_EVERY_BYTES = 16 * 1024 ** 2

/**
 * Yields the bytes of an upload whose room is reserved. If other files have filled the disk since, the upload stops
 * before it reaches the room reserved for the database.
 *
 * @throws {AppError} STORAGE_FULL, possibly before the first byte.
 */
export async function* withinReserve(
  { disk }: Pick<Deps, 'disk'>,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let uncheckedBytes = CHECK_EVERY_BYTES
  for await (const chunk of source) {
    uncheckedBytes += chunk.length
    if (uncheckedBytes > CHECK_EVERY_BYTES) {
      if (!(await hasRoomToMake({ disk }, chunk.length))) throw storageFull(NO_SPACE)
      uncheckedBytes = 0
    }
    yield chunk
  }
}

/**
 * Returns how many bytes an upload may occupy on the disk. No other upload can reserve room until the transaction ends.
 * The unused uploads of all people count, with their written and their reserved bytes.
 *
 * @param id The upload that reserves room. Its earlier reservation is not counted.
 * @param neededBytes Minimum room without which the upload cannot go on.
 * @throws {AppError} STORAGE_FULL.
 */
export async function lockDiskRoom(tx: Db, deps: DiskDeps, id: string, neededBytes: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('reverie disk'))`.execute(tx)
  const budget = await readRoom(tx, deps, id)
  if (budget.roomBytes < neededBytes) throw noRoom(budget, neededBytes)
  return budget.roomBytes
}

/**
 * Returns the room for an upload. If objects are stored elsewhere, it is unlimited until this disk has reached its
 * reserve.
 */
async function readRoom(db: Db, deps: DiskDeps, ownId?: string): Promise<Pick<Budget, 'roomBytes' | 'diskBytes'>> {
  if (deps.disk.holdsObjects) return readBudget(db, deps, ownId)
  const spareBytes = await deps.disk.spareBytes()
  return { roomBytes: spareBytes, diskBytes: spareBytes }
}

/** Returns the number of bytes that are reserved for current uploads and not written yet. */
export async function promisedBytes(db: Db, deps: DiskDeps): Promise<number> {
  return (await readBudget(db, deps)).promisedBytes
}

/** @param ownId The upload to reserve for, if it exists already. */
async function readBudget(db: Db, { storage, disk }: DiskDeps, ownId?: string): Promise<Budget> {
  const { rows: unfinished } = await sql<{ id: string; state: string; sizeBytes: number }>`
    select id, state, size_bytes from objects
    where state in ('pending', 'stored') and size_bytes is not null`.execute(db)
  // The order matters: bytes that arrive between the two reads count twice, but are never missed.
  const arrived = await storage.partSizes()
  const spareBytes = await disk.spareBytes()

  let takenBytes = 0
  let writtenBytes = 0
  let promised = 0
  for (const { id, state, sizeBytes } of unfinished) {
    const written = state === 'stored' ? sizeBytes : (arrived.get(id) ?? 0)
    writtenBytes += written
    promised += Math.max(0, sizeBytes - written)
    if (id !== ownId) takenBytes += Math.max(sizeBytes, written)
  }
  const diskBytes = spareBytes + writtenBytes
  // On a small disk, one file of any size may still be uploaded.
  const budgetBytes = Math.max(diskBytes * SHARE_FOR_UNFINISHED, Math.min(diskBytes, VIDEO_MAX_BYTES))
  return { roomBytes: budgetBytes - takenBytes, diskBytes: diskBytes - takenBytes, promisedBytes: promised }
}

/** Whether an error refuses a file for lack of space. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof AppError && error.code === 'STORAGE_FULL'
}

const NO_SPACE = 'The server has no space for this file right now.'
const TOO_MANY = 'Too many uploads are in progress on this site right now.'

function noRoom({ diskBytes }: Pick<Budget, 'diskBytes'>, neededBytes: number): AppError {
  return storageFull(diskBytes < neededBytes ? NO_SPACE : TOO_MANY)
}

function storageFull(reason: string): AppError {
  return new AppError('STORAGE_FULL', `${reason} Nothing was saved. Please try again later.`)
}
