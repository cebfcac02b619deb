import { sql } from 'kysely'
import { VIDEO_MAX_BYTES } from '../../contract/videos/uploads.ts'
import type { Db } from '../db/connect.ts'
import type { Deps } from '../setup/deps.ts'
import { AppError } from '../errors/app-error.ts'

/** What the budget of the disk is reckoned from. */
export type DiskDeps = Pick<Deps, 'storage' | 'disk'>

/** Of what there would be without them, uploads that nothing uses yet may take this much. */
const SHARE_FOR_UNFINISHED = 0.5

interface Budget {
  /** What a new upload may have. */
  roomBytes: number
  /** What it could have if nobody else had an upload that nothing uses yet. */
  diskBytes: number
  /** Of all that is counted, what has not been written yet. */
  promisedBytes: number
}

/**
 * Whether there is room for any new upload at all: of one whose size nobody knows yet.
 *
 * @throws {AppError} STORAGE_FULL.
 */
export async function requireSomeRoom(db: Db, deps: DiskDeps): Promise<void> {
  const budget = await readRoom(db, deps)
  if (budget.roomBytes <= 0) throw noRoom(budget, 1)
}

/**
 * Whether there is room for what is made of something that is here already. It may go into the reserve, though not to
 * its end: whoever was told that their clip is published gets its preview, and the database keeps its room.
 */
export async function hasRoomToMake({ disk }: Pick<Deps, 'disk'>, bytes: number): Promise<boolean> {
  return (await disk.spareBytesForPromised()) >= bytes
}

/** How often an upload that is arriving looks whether somebody else has filled the disk meanwhile. */
const LOOK_EVERY_BYTES = 16 * 1024 ** 2

/**
 * Bytes of an upload that has been promised its room. Somebody else may have filled the disk since: then it ends before
 * it comes to what is kept for the database.
 *
 * @throws {AppError} STORAGE_FULL, also before the first byte.
 */
export async function* withinReserve(
  { disk }: Pick<Deps, 'disk'>,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let unlookedBytes = LOOK_EVERY_BYTES
  for await (const chunk of source) {
    unlookedBytes += chunk.length
    if (unlookedBytes > LOOK_EVERY_BYTES) {
      if (!(await hasRoomToMake({ disk }, chunk.length))) throw storageFull()
      unlookedBytes = 0
    }
    yield chunk
  }
}

/**
 * How many bytes an upload may have on the disk, of which nobody else is promised any until the transaction ends. All
 * uploads that nothing uses yet are counted, of everybody: what they have written and what they have been promised.
 *
 * @param id The upload that asks; what it was promised before is its own.
 * @param neededBytes With less than this there is no point in going on.
 * @throws {AppError} STORAGE_FULL.
 */
export async function lockDiskRoom(tx: Db, deps: DiskDeps, id: string, neededBytes: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('reverie disk'))`.execute(tx)
  const budget = await readRoom(tx, deps, id)
  if (budget.roomBytes < neededBytes) throw noRoom(budget, neededBytes)
  return budget.roomBytes
}

/** Objects that are elsewhere have no budget here: of the disk it is enough that it has not reached its reserve. */
async function readRoom(db: Db, deps: DiskDeps, ownId?: string): Promise<Pick<Budget, 'roomBytes' | 'diskBytes'>> {
  if (deps.disk.holdsObjects) return readBudget(db, deps, ownId)
  const spareBytes = await deps.disk.spareBytes()
  return { roomBytes: spareBytes, diskBytes: spareBytes }
}

/** What uploads under way have been promised, and have not written yet. */
export async function promisedBytes(db: Db, deps: DiskDeps): Promise<number> {
  const { promisedBytes: bytes } = await readBudget(db, deps)
  return bytes
}

/** @param ownId The upload that asks, if there is one yet. */
async function readBudget(db: Db, { storage, disk }: DiskDeps, ownId?: string): Promise<Budget> {
  const unfinished = await db
    .selectFrom('objects')
    .select(['id', 'state', 'sizeBytes'])
    .where('state', 'in', ['pending', 'stored'])
    .where('sizeBytes', 'is not', null)
    .execute()
  // In this order: what arrives in between counts twice, never not at all.
  const arrived = await storage.partSizes()
  const spareBytes = await disk.spareBytes()

  let takenBytes = 0
  let writtenBytes = 0
  let promised = 0
  for (const { id, state, sizeBytes } of unfinished) {
    const written = state === 'stored' ? sizeBytes : (arrived.get(id) ?? 0)
    writtenBytes += written ?? 0
    promised += Math.max(0, (sizeBytes ?? 0) - (written ?? 0))
    if (id !== ownId) takenBytes += Math.max(sizeBytes ?? 0, written ?? 0)
  }
  const diskBytes = spareBytes + writtenBytes
  // On a small disk, one file of any size may still come.
  const budgetBytes = Math.max(diskBytes * SHARE_FOR_UNFINISHED, Math.min(diskBytes, VIDEO_MAX_BYTES))
  return { roomBytes: budgetBytes - takenBytes, diskBytes: diskBytes - takenBytes, promisedBytes: promised }
}

/** Whether it is one of the refusals here. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof AppError && error.code === 'STORAGE_FULL'
}

function noRoom({ diskBytes }: Pick<Budget, 'diskBytes'>, neededBytes: number): AppError {
  return diskBytes < neededBytes ? storageFull() : tooManyUnfinished()
}

function storageFull(): AppError {
  return new AppError(
    'STORAGE_FULL',
    'The server has no room for this file right now. Nothing was kept; please try again later.',
  )
}

function tooManyUnfinished(): AppError {
  return new AppError(
    'STORAGE_FULL',
    'Too many uploads are in progress on this site right now. Nothing was kept; please try again later.',
  )
}
