import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { claimUpload, releaseClaim } from '../../../objects/upload-claim.ts'
import { DiskStorage } from '../../../storage/disk/disk-storage.ts'
import type { Storage } from '../../../storage/storage.ts'
import { keysIn, storageWith } from '../../../test/storage-with.ts'
import { testApp } from '../../../test/test-app.ts'
import { sharedFolder } from '../../../test/test-folder.ts'
import { moveUploads } from './move-uploads.ts'
import { UploadLeases } from './upload-leases.ts'

const t = testApp()
let ownerId: string
const folder = sharedFolder()
beforeAll(async () => {
  ownerId = (await t.signUp()).user.id
})

let from: DiskStorage
let to: Storage
beforeEach(async () => {
  await t.db.deleteFrom('objects').execute()
  from = await DiskStorage.open(join(folder, randomUUID()))
  to = await DiskStorage.open(join(folder, randomUUID()))
})

const move = (target = to) => moveUploads({ db: t.db, from, to: target, leases: new UploadLeases(t.deps) })
const textOf = async (storage: Storage, key: string) =>
  (await buffer(storage.read(key, { start: 0, end: 99 }))).toString()
const nothing = { moved: 0, movedBytes: 0, inUse: 0, inUseBytes: 0 }

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function createUpload(text: string): Promise<string> {
  const { id } = await t.insert('objects', { state: 'stored', ownerId, sizeBytes: text.length })
  await from.write(id, Readable.from([text]), { maxBytes: text.length })
  return id
}

async function beginUpload(text: string): Promise<string> {
  const values = { state: 'pending', ownerId, sizeBytes: 100, uploadLength: 100 } as const
  const { id } = await t.insert('objects', values)
  await from.append(id, bytesOf(text))
  return id
}

test('uploads leave the old storage once the new one has them', async () => {
  const [whole, part] = [await createUpload('whole'), await beginUpload('half')]
  expect(await move()).toEqual({ ...nothing, moved: 2, movedBytes: 9 })
  expect([await keysIn(from), await from.arrivedBytes(part)]).toEqual([[], 0])
  expect([await textOf(to, whole), await to.arrivedBytes(part)]).toEqual(['whole', 4])
  expect(await claimUpload(t.db, whole, ownerId)).toBeDefined()
  expect(await move()).toEqual(nothing)
})

test('an upload that is being published or sent is left in place and counted', async () => {
  const [whole, part] = [await createUpload('whole'), await beginUpload('half')]
  const claim = (await claimUpload(t.db, whole, ownerId))!
  const { promise: sent, resolve: end } = Promise.withResolvers<void>()
  onTestFinished(() => end())
  const sending = new UploadLeases(t.deps).hold(part, { interrupts: false, onLost() {} }, () => sent)
  await expect.poll(() => receiverOf(part)).not.toBeNull()
  expect(await move()).toEqual({ ...nothing, inUse: 2, inUseBytes: 9 })
  expect([await keysIn(from), await keysIn(to), await to.arrivedBytes(part)]).toEqual([[whole], [], 0])
  end()
  await sending
  await releaseClaim(t.db, claim)
  expect(await move()).toMatchObject({ moved: 2, inUse: 0 })
})

async function receiverOf(id: string) {
  return (await t.row('objects', id)).receiver
}

test('an upload that is cleaned while it is copied is copied again', async () => {
  const id = await createUpload('private')
  let cleaned = false
  const slow = storageWith(to, {
    async write(key, source, limits) {
      const claim = (await claimUpload(t.db, id, ownerId))!
      await from.blank(key, [{ offset: 0, sizeBytes: 7, fill: 46 }])
      await releaseClaim(t.db, claim)
      cleaned = true
      return to.write(key, source, limits)
    },
  })
  expect(await move(slow)).toMatchObject({ moved: 0, inUse: 1 })
  expect([cleaned, await keysIn(to)]).toEqual([true, []])
  expect(await move()).toMatchObject({ moved: 1 })
  expect(await textOf(to, id)).toBe('.......')
})

test('a move that was stopped before it removed anything can be resumed', async () => {
  const [whole, part] = [await createUpload('whole'), await beginUpload('half')]
  await to.write(whole, Readable.from(['whole']), { maxBytes: 5 })
  await to.append(part, bytesOf('ha'))
  expect(await move()).toMatchObject({ moved: 2, inUse: 0 })
  expect([await textOf(to, whole), await to.arrivedBytes(part), await keysIn(from)]).toEqual(['whole', 4, []])
  await to.complete(part)
  expect(await textOf(to, part)).toBe('half')
})

test('an upload that is cancelled during its copying is in neither storage', async () => {
  const [whole, part] = [await createUpload('whole'), await beginUpload('half')]
  const cancel = (id: string) => t.change('objects', id, { state: 'deleted' })
  const slow = storageWith(to, {
    async write(key, source, limits) {
      const written = await to.write(key, source, limits)
      await cancel(key)
      return written
    },
    async append(key, source) {
      await to.append(key, source)
      await cancel(key)
    },
  })
  await move(slow)
  expect([await keysIn(to), await to.arrivedBytes(part), await to.find(whole)]).toEqual([[], 0, undefined])
})
