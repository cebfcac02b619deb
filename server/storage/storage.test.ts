import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DiskStorage } from './disk-storage.ts'
import { ObjectExistsError, ObjectTooLargeError, type Storage } from './storage.ts'

let folder: string
let storage: Storage
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-storage-'))
  storage = await DiskStorage.open(folder)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const limits = { maxBytes: 10_000_000 }
const keys = async () => (await Array.fromAsync(storage.list())).toSorted()

test('what is written is read back, whole and in parts', async () => {
  const [key, bytes] = [randomUUID(), randomBytes(3_000_000)]
  expect(await storage.write(key, Readable.from([bytes]), limits)).toEqual({ sizeBytes: 3_000_000 })
  expect(await buffer(storage.read(key, { start: 0, end: 2_999_999 }))).toEqual(bytes)
  expect(await buffer(storage.read(key, { start: 1_000, end: 1_009 }))).toEqual(bytes.subarray(1_000, 1_010))
  expect(await storage.withFile(key, (path) => readFile(path))).toEqual(bytes)
})

test('a source that fails halfway leaves nothing', async () => {
  const source = Readable.from(
    (async function* () {
      yield randomBytes(100_000)
      throw new Error('cut off')
    })(),
  )
  await expect(storage.write(randomUUID(), source, limits)).rejects.toThrow('cut off')
  expect(await keys()).toEqual([])
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
})

test('one byte too many leaves nothing', async () => {
  const write = storage.write(randomUUID(), Readable.from([randomBytes(11)]), { maxBytes: 10 })
  await expect(write).rejects.toThrow(ObjectTooLargeError)
  expect(await keys()).toEqual([])
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
})

test('an object is never replaced', async () => {
  const key = randomUUID()
  await storage.write(key, Readable.from(['first']), limits)
  await expect(storage.write(key, Readable.from(['second']), limits)).rejects.toThrow(ObjectExistsError)
  expect((await buffer(storage.read(key, { start: 0, end: 4 }))).toString()).toBe('first')
})

test('a finished file moves in, and objects are listed and removed', async () => {
  const file = join(folder, 'rendered')
  await writeFile(file, 'poster')
  const made = [randomUUID(), randomUUID()].toSorted()
  for (const key of made) expect(await storage.writeFile(key, file)).toEqual({ sizeBytes: 6 })
  expect(await keys()).toEqual(made)
  await storage.remove(made[0]!)
  await storage.remove(made[0]!)
  expect(await keys()).toEqual([made[1]])
})

test('parts that a crash left are gone at the next start', async () => {
  await writeFile(join(folder, 'incoming', randomUUID()), 'half')
  await DiskStorage.open(folder)
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
})

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

test('what is appended stays across starts, and is an object only when it is complete', async () => {
  const key = randomUUID()
  expect(await storage.arrivedBytes(key)).toBe(0)
  await storage.append(key, pieces('one, ', 'two'))
  storage = await DiskStorage.open(folder)
  expect([await storage.arrivedBytes(key), await storage.find(key), await keys()]).toEqual([8, undefined, []])
  await storage.append(key, pieces(', three'))

  await storage.complete(key)
  await storage.complete(key)
  expect(await storage.arrivedBytes(key)).toBe(15)
  expect((await buffer(storage.read(key, { start: 0, end: 14 }))).toString()).toBe('one, two, three')
  expect(await readdir(join(folder, 'resumable'))).toEqual([])
})

test('of a source that fails, what came before is kept', async () => {
  const key = randomUUID()
  const failing = (async function* () {
    yield Buffer.from('half')
    throw new Error('cut off')
  })()
  await expect(storage.append(key, failing)).rejects.toThrow('cut off')
  expect(await storage.arrivedBytes(key)).toBe(4)
})

test('what has arrived is removed as an object is', async () => {
  const key = randomUUID()
  await storage.append(key, pieces('half'))
  await storage.remove(key)
  expect([await storage.arrivedBytes(key), await readdir(join(folder, 'resumable'))]).toEqual([0, []])
})
