import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Storage } from '../storage/storage.ts'

/** Hash and size that identify a file. */
interface FileDigest {
  sha256: Buffer
  sizeBytes: number
}

/** @returns `undefined` if the object does not exist or is empty. */
export async function digestOf(storage: Storage, objectId: string): Promise<FileDigest | undefined> {
  const object = await storage.find(objectId)
  if (!object || object.sizeBytes === 0) return undefined
  const hash = createHash('sha256')
  await pipeline(storage.read(objectId, { start: 0, end: object.sizeBytes - 1 }), hash)
  return { sha256: hash.digest(), sizeBytes: object.sizeBytes }
}

/** Key of the lock that separates permanent removals from publications. */
const LOCK = sql`hashtext('reverie removed files')`

/**
 * Refuses future uploads of the same file. Waits for publications that are just being committed, and makes others wait
 * until the transaction ends. Must come before all other locks.
 */
export async function refuseFile(tx: Db, { sha256, sizeBytes }: FileDigest): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
  await sql`
    insert into erased_files (sha256, size_bytes) values (${sha256}, ${sizeBytes}) on conflict do nothing`.execute(tx)
}

/**
 * Like `isRemovedFile`, for the transaction that publishes the file. A removal that begins later waits until it ends.
 * Must come before all other locks.
 */
export async function isJustRemoved(deps: { db: Db; storage: Storage }, objectId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(deps.db)
  return isRemovedFile(deps, objectId)
}

/**
 * Whether a stored original is a file that was permanently removed. Both are compared in their cleaned form, without
 * private data, which has the same size. The file is read only if its size matches.
 */
export async function isRemovedFile({ db, storage }: { db: Db; storage: Storage }, objectId: string): Promise<boolean> {
  const { rows: removed } = await sql<{ sha256: Buffer }>`
    select sha256 from objects join erased_files using (size_bytes) where objects.id = ${objectId}`.execute(db)
  if (removed.length === 0) return false
  const digest = await digestOf(storage, objectId)
  return removed.some(({ sha256 }) => digest?.sha256.equals(sha256))
}
