import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { DiskStorage } from '../storage/disk/disk-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { keysIn, storageWith } from '../test/storage-with.ts'
import { testApp } from '../test/test-app.ts'
import { copyObjects } from './copy-objects.ts'
import { markDeleted } from './objects.queries.ts'
import { requireStorageOfSite } from './storage-mark.ts'
import { sharedFolder } from '../test/test-folder.ts'

const t = testApp()
const folder = sharedFolder()

let from: Storage
let to: Storage
beforeEach(async () => {
  await t.db.deleteFrom('objects').execute()
  from = await DiskStorage.open(join(folder, randomUUID()))
  to = await DiskStorage.open(join(folder, randomUUID()))
})

type State = 'pending' | 'stored' | 'published' | 'hidden'

/** Inserts an object of this state into `from`, with its id as its bytes. */
async function createObject(state: State): Promise<string> {
  const { id } = await t.insert('objects', { state, sizeBytes: 36, contentType: 'video/mp4' })
  await from.write(id, Readable.from([id]), { maxBytes: 36 })
  return id
}

const textOf = async (key: string) => (await buffer(to.read(key, { start: 0, end: 35 }))).toString()

test('copying objects also copies the storage mark', async () => {
  await requireStorageOfSite(t.db, from)
  await copyObjects({ db: t.db, from, to })
  await requireStorageOfSite(t.db, to)
  expect(await keysIn(to)).toEqual(await keysIn(from))
  await t.db.deleteFrom('storageMark').execute()
})

test('published and hidden objects are copied, uploads are not, and a second run copies nothing', async () => {
  const lasting = [await createObject('published'), await createObject('hidden')].toSorted()
  const upload = await createObject('stored')
  const seen: string[] = []
  const copied = await copyObjects({ db: t.db, from, to }, ({ key }) => void seen.push(key))
  expect(copied).toEqual({ copied: 2, copiedBytes: 72 })
  expect(seen.toSorted()).toEqual([...lasting, upload].toSorted())
  expect(await keysIn(to)).toEqual(lasting)
  for (const key of lasting) expect(await textOf(key)).toBe(key)
  expect(await copyObjects({ db: t.db, from, to })).toEqual({ copied: 0, copiedBytes: 0 })

  await t.change('objects', upload, { state: 'published' })
  expect(await copyObjects({ db: t.db, from, to })).toEqual({ copied: 1, copiedBytes: 36 })
  expect(await keysIn(from)).toHaveLength(3)
})

test('an object whose copy has a different size is copied again', async () => {
  const id = await createObject('published')
  await to.write(id, Readable.from(['half']), { maxBytes: 36 })
  expect(await copyObjects({ db: t.db, from, to })).toEqual({ copied: 1, copiedBytes: 36 })
  expect(await textOf(id)).toBe(id)
})

test('an object that is deleted while it is copied is removed from the copy', async () => {
  const id = await createObject('published')
  const slow = storageWith(to, {
    async write(key, source, limits) {
      const written = await to.write(key, source, limits)
      await markDeleted(t.db, [id])
      return written
    },
  })
  await copyObjects({ db: t.db, from, to: slow })
  expect(await keysIn(to)).toEqual([])
})

test('an object that is deleted before it is read does not interrupt the copying', async () => {
  const ids = [await createObject('published'), await createObject('published')].toSorted()
  const quick = storageWith(from, {
    read(key, range) {
      if (key === ids[0]) void from.remove(key)
      return key === ids[0] ? from.read(randomUUID(), range) : from.read(key, range)
    },
  })
  await t.change('objects', ids[0]!, { state: 'hidden' })
  await copyObjects({ db: t.db, from: quick, to })
  expect(await keysIn(to)).toEqual([ids[1]])
})
