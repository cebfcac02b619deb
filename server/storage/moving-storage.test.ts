import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { keysIn } from '../test/storage-with.ts'
import { DiskStorage } from './disk/disk-storage.ts'
import { MovingStorage } from './moving-storage.ts'
import { testStorage } from './storage.suite.ts'
import { sharedFolder } from '../test/test-folder.ts'

const folder = sharedFolder()

const openDisk = (name: string) => DiskStorage.open(join(folder, name))

testStorage('that is moving, with nothing left to move', async () => {
  const name = randomUUID()
  const open = async () => new MovingStorage(await openDisk(`${name}-to`), await openDisk(`${name}-from`))
  const storage = await open()
  const leftovers = async () => [...(await storage.partSizes()).keys()]
  return { storage, reopen: open, leftovers, close: async () => {} }
})

let from: DiskStorage
let to: DiskStorage
let storage: MovingStorage
beforeEach(async () => {
  const name = randomUUID()
  from = await openDisk(`${name}-from`)
  to = await openDisk(`${name}-to`)
  storage = new MovingStorage(to, from)
})

async function* pieces(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

const limits = { maxBytes: 100 }
const textOf = async (key: string) => (await buffer(storage.read(key, { start: 0, end: 99 }))).toString()

test('new objects go to the target, and old ones are read from the source', async () => {
  const [old, moved, fresh] = ['a', 'b', 'c'].map((letter) => letter.repeat(36)) as [string, string, string]
  for (const key of [old, moved]) await from.write(key, Readable.from(['old']), limits)
  await to.write(moved, Readable.from(['old']), limits)
  await storage.write(fresh, Readable.from(['new']), limits)
  expect([await keysIn(from), await keysIn(to)]).toEqual([
    [old, moved],
    [moved, fresh],
  ])
  expect(await keysIn(storage)).toEqual([old, moved, fresh])
  expect([await textOf(old), await textOf(moved), await textOf(fresh)]).toEqual(['old', 'old', 'new'])
  await storage.removeMany([old, moved, fresh])
  expect([await keysIn(from), await keysIn(to)]).toEqual([[], []])
})

test('an upload is completed and blanked in the storage where it began', async () => {
  const key = randomUUID()
  await from.append(key, pieces('begun, '))
  await storage.append(key, pieces('continued'))
  expect([await storage.arrivedBytes(key), await to.arrivedBytes(key)]).toEqual([16, 0])
  await storage.complete(key)
  await storage.blank(key, [{ offset: 0, sizeBytes: 5, fill: 46 }])
  expect([await keysIn(from), await keysIn(to)]).toEqual([[key], []])
  expect(await textOf(key)).toBe('....., continued')
})

test('blanking an upload removes the copy that a stopped move has left', async () => {
  const key = randomUUID()
  for (const each of [from, to]) await each.write(key, Readable.from(['private']), limits)
  await storage.blank(key, [{ offset: 0, sizeBytes: 7, fill: 46 }])
  expect([await keysIn(from), await keysIn(to)]).toEqual([[key], []])
  expect(await textOf(key)).toBe('.......')
})

test.each(['to', 'from'])('the check fails if the storage `%s` is unavailable', async (side) => {
  const name = randomUUID()
  const moving = new MovingStorage(await openDisk(`${name}-to`), await openDisk(`${name}-from`))
  await moving.check()
  await rm(join(folder, `${name}-${side}`), { recursive: true })
  await expect(moving.check()).rejects.toThrow('ENOENT')
})
