import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
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

/** Refuses future uploads of the same file. */
export async function refuseFile(tx: Db, { sha256, sizeBytes }: FileDigest): Promise<void> {
  await tx
    .insertInto('erasedFiles')
    .values({ sha256, sizeBytes })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Whether a stored original is a file that was permanently removed. Both are compared in their cleaned form, without
 * private data. The file is read only if its size matches.
 */
export async function isRemovedFile({ db, storage }: { db: Db; storage: Storage }, objectId: string): Promise<boolean> {
  const object = await storage.find(objectId)
  if (!object) return false
  const erased = await db.selectFrom('erasedFiles').select('sha256').where('sizeBytes', '=', object.sizeBytes).execute()
  if (erased.length === 0) return false
  const digest = await digestOf(storage, objectId)
  return erased.some(({ sha256 }) => digest?.sha256.equals(sha256))
}
