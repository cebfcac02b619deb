import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import { findDifferences } from '../features/site/doctor/find-differences.ts'
import { DiskStorage } from '../storage/disk/disk-storage.ts'
import { storageWith } from '../test/storage-with.ts'
import { testApp } from '../test/test-app.ts'
import { markDeleted } from './objects.queries.ts'
import { refuseFilesOfOtherSite, requireFilledStorage, requireStorageOfSite } from './storage-mark.ts'
import { testFolder } from '../test/test-folder.ts'

const t = testApp({ isOneOfMany: true })
beforeEach(async () => {
  await t.db.deleteFrom('storageMark').execute()
  await t.db.deleteFrom('objects').execute()
})

async function emptyStorage(): Promise<DiskStorage> {
  const folder = testFolder()
  return DiskStorage.open(folder)
}

const REFUSAL = 'This process uses different files from the site in DATABASE_URL.'

test('a process that does not share the site’s files cannot start', async () => {
  const storage = await emptyStorage()
  await Promise.all(Array.from({ length: 5 }, () => requireStorageOfSite(t.db, storage)))
  await requireStorageOfSite(t.db, storage)
  expect(await Array.fromAsync(storage.list())).toHaveLength(1)
  await expect(requireStorageOfSite(t.db, await emptyStorage())).rejects.toThrow(REFUSAL)
  expect(await findDifferences({ db: t.db, storage })).toEqual([])
})

test('a site that ran as one process is recognised by its objects', async () => {
  const storage = await emptyStorage()
  for (const isThere of [true, false]) {
    const id = randomUUID()
    if (isThere) await storage.write(id, Readable.from(['bytes']), { maxBytes: 5 })
    await t.insert('objects', { id, state: 'published', contentType: 'video/mp4', sizeBytes: 5 })
  }
  await expect(requireStorageOfSite(t.db, await emptyStorage())).rejects.toThrow(REFUSAL)
  await requireStorageOfSite(t.db, storage)
  await requireStorageOfSite(t.db, storage)
})

test('a bucket without the site’s objects is refused, and the error names STORAGE_FROM', async () => {
  const storage = await emptyStorage()
  const deleted = { id: randomUUID(), state: 'deleted' as const, contentType: 'video/mp4', sizeBytes: 5 }
  await t.insert('objects', deleted)
  await requireFilledStorage(t.db, storage, undefined)
  const id = randomUUID()
  await t.insert('objects', { id, state: 'published', contentType: 'video/mp4', sizeBytes: 5 })
  await expect(requireFilledStorage(t.db, storage, undefined)).rejects.toThrow('set STORAGE_FROM=disk')
  await storage.write(id, Readable.from(['bytes']), { maxBytes: 5 })
  await requireFilledStorage(t.db, storage, undefined)
})

test('a site whose last objects are deleted during the check is not refused', async () => {
  const id = randomUUID()
  await t.insert('objects', { id, state: 'published', contentType: 'video/mp4', sizeBytes: 5 })
  const find = async () => {
    await markDeleted(t.db, [id])
    return undefined
  }
  await expect(
    requireFilledStorage(t.db, storageWith(await emptyStorage(), { find }), undefined),
  ).resolves.toBeUndefined()
})

test('a new database beside the files of another site is refused', async () => {
  const storage = await emptyStorage()
  const check = () => refuseFilesOfOtherSite(t.db, storage, '/srv/data/objects')
  await check()
  // Another process may create the mark at this moment, before its row.
  await requireStorageOfSite(t.db, storage)
  await t.db.deleteFrom('storageMark').execute()
  await check()
  await storage.write(randomUUID(), Readable.from(['bytes']), { maxBytes: 5 })
  const refusal = 'The database is new, but the folder of the files, /srv/data/objects, contains the files of a site.'
  await expect(check()).rejects.toThrow(refusal)
  await t.insert('objects', { id: randomUUID(), state: 'pending', contentType: 'video/mp4', sizeBytes: 5 })
  await check()
  await t.db.deleteFrom('objects').execute()
  await expect(check()).rejects.toThrow(refusal)
  await t.signUp()
  await check()
})
