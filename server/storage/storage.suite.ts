import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keysIn } from '../test/storage-with.ts'
import { ObjectExistsError, ObjectTooLargeError, type Storage } from './storage.ts'

export interface StorageUnderTest {
  storage: Storage
  /** The same storage as another process sees it, or this one after a crash. */
  reopen(): Promise<Storage>
  /** What is kept of what is not an object: parts, rests, uploads that have begun. */
  leftovers(): Promise<string[]>
}

const PART_BYTES = 8 * 1024 ** 2
const limits = { maxBytes: 100_000_000 }

/** Where the first part of a bucket ends, and one in the second. */
const LARGE_BYTES = PART_BYTES + 1_000_000

/** What every storage does. @param openEmpty With nothing in it. */
export function testStorage(name: string, openEmpty: () => Promise<StorageUnderTest>): void {
  describe(`storage ${name}`, () => {
    let opened: StorageUnderTest
    let storage: Storage
    beforeEach(async () => {
      opened = await openEmpty()
      storage = opened.storage
    })
    afterEach(async () => {
      for (const key of await keysIn(storage)) await storage.remove(key)
    })
    let folder: string
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'reverie-storage-'))
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))

    const all = async (key: string) => {
      const { sizeBytes } = (await storage.find(key)) ?? { sizeBytes: 0 }
      return buffer(storage.read(key, { start: 0, end: sizeBytes - 1 }))
    }

    test.each([
      ['nothing', 0],
      ['one byte', 1],
      ['a part', PART_BYTES],
      ['more than a part', LARGE_BYTES],
    ])('what is written is read back: %s', async (_what, sizeBytes) => {
      const [key, bytes] = [randomUUID(), randomBytes(sizeBytes)]
      const chunks = sizeBytes > 1_000 ? [bytes.subarray(0, 777), bytes.subarray(777)] : [bytes]
      expect(await storage.write(key, Readable.from(chunks, { objectMode: false }), limits)).toEqual({ sizeBytes })
      expect((await all(key)).equals(bytes)).toBe(true)
      expect((await storage.withFile(key, (path) => readFile(path))).equals(bytes)).toBe(true)
      const found = await storage.find(key)
      expect(found?.sizeBytes).toBe(sizeBytes)
      expect(Math.abs(Date.now() - (found?.writtenAt.getTime() ?? 0))).toBeLessThan(60_000)
    })

    test('parts of an object are read, and as much of what lies behind its end as there is', async () => {
      const [key, bytes] = [randomUUID(), randomBytes(LARGE_BYTES)]
      await storage.write(key, Readable.from([bytes]), limits)
      for (const [start, end] of [
        [0, 0],
        [1_000, 1_009],
        [PART_BYTES - 5, PART_BYTES + 5],
        [LARGE_BYTES - 1, LARGE_BYTES - 1],
        [LARGE_BYTES - 10, LARGE_BYTES + 100],
      ] as const) {
        expect((await buffer(storage.read(key, { start, end }))).equals(bytes.subarray(start, end + 1))).toBe(true)
      }
    })

    test('what is not there is ENOENT to read, and nothing to find', async () => {
      const key = randomUUID()
      expect(await storage.find(key)).toBeUndefined()
      await expect(buffer(storage.read(key, { start: 0, end: 9 }))).rejects.toMatchObject({ code: 'ENOENT' })
      await expect(storage.withFile(key, (path) => readFile(path))).rejects.toMatchObject({ code: 'ENOENT' })
      expect(await storage.arrivedBytes(key)).toBe(0)
      await storage.remove(key)
      await storage.complete(key)
      expect(await storage.find(key)).toBeUndefined()
    })

    test('a source that fails halfway leaves nothing', async () => {
      const source = Readable.from(
        (async function* () {
          yield randomBytes(PART_BYTES + 100_000)
          throw new Error('cut off')
        })(),
      )
      await expect(storage.write(randomUUID(), source, limits)).rejects.toThrow('cut off')
      expect([await keysIn(storage), await opened.leftovers()]).toEqual([[], []])
    })

    test('one byte too many leaves nothing', async () => {
      const write = storage.write(randomUUID(), Readable.from([randomBytes(11)]), { maxBytes: 10 })
      await expect(write).rejects.toThrow(ObjectTooLargeError)
      expect([await keysIn(storage), await opened.leftovers()]).toEqual([[], []])
    })

    test('an object is never replaced', async () => {
      const [key, file] = [randomUUID(), join(folder, 'second')]
      await storage.write(key, Readable.from(['first']), limits)
      await writeFile(file, 'second')
      await expect(storage.write(key, Readable.from(['second']), limits)).rejects.toThrow(ObjectExistsError)
      await expect(storage.writeFile(key, file)).rejects.toThrow(ObjectExistsError)
      expect((await all(key)).toString()).toBe('first')
      expect(await opened.leftovers()).toEqual([])
    })

    test('a file that is not there is ENOENT, and leaves nothing', async () => {
      const write = storage.writeFile(randomUUID(), join(folder, 'nothing'))
      await expect(write).rejects.toMatchObject({ code: 'ENOENT' })
      expect([await keysIn(storage), await opened.leftovers()]).toEqual([[], []])
    })

    test('a finished file moves in, and objects are listed by their keys and removed', async () => {
      const file = join(folder, 'rendered')
      await writeFile(file, 'poster')
      const made = Array.from({ length: 5 }, () => randomUUID()).toSorted()
      for (const key of made.toReversed()) expect(await storage.writeFile(key, file)).toEqual({ sizeBytes: 6 })
      const listed = await Array.fromAsync(storage.list())
      expect(listed.map(({ key, sizeBytes }) => [key, sizeBytes])).toEqual(made.map((key) => [key, 6]))
      await storage.remove(made[0]!)
      await storage.remove(made[0]!)
      expect(await keysIn(storage)).toEqual(made.slice(1))
      await storage.append(made[0]!, pieces('half'))
      await storage.removeMany([...made.slice(0, 3), randomUUID()])
      expect([await keysIn(storage), await opened.leftovers()]).toEqual([made.slice(3), []])
    })

    test('what is appended stays across starts, and is an object only when it is complete', async () => {
      const key = randomUUID()
      await storage.append(key, pieces('one, ', 'two'))
      storage = await opened.reopen()
      expect([await storage.arrivedBytes(key), await storage.find(key), await keysIn(storage)]).toEqual([
        8,
        undefined,
        [],
      ])
      expect([...(await storage.partSizes())]).toEqual([[key, 8]])
      await storage.append(key, pieces(', three'))

      await storage.complete(key)
      await storage.complete(key)
      expect(await storage.arrivedBytes(key)).toBe(15)
      expect((await all(key)).toString()).toBe('one, two, three')
      expect([await opened.leftovers(), [...(await storage.partSizes())]]).toEqual([[], []])
    })

    test('what comes in pieces of any size is one object', async () => {
      const [key, bytes] = [randomUUID(), randomBytes(2 * PART_BYTES)]
      const cuts = [0, 1_000, 1_001, PART_BYTES - 1, PART_BYTES, 2 * PART_BYTES]
      for (const [i, cut] of cuts.entries()) {
        await storage.append(key, pieces(bytes.subarray(cuts[i - 1] ?? 0, cut)))
        expect(await (await opened.reopen()).arrivedBytes(key)).toBe(cut)
      }
      await storage.complete(key)
      expect((await all(key)).equals(bytes)).toBe(true)
      expect(await opened.leftovers()).toEqual([])
    })

    test('what a source has given is its own again when it is asked for more', async () => {
      const [key, bytes] = [randomUUID(), randomBytes(PART_BYTES + 100)]
      const reusing = async function* () {
        for (let at = 0; at < bytes.length; at += PART_BYTES / 2) {
          const chunk = Buffer.from(bytes.subarray(at, at + PART_BYTES / 2))
          yield chunk
          chunk.fill(0)
        }
      }
      await storage.append(key, reusing())
      await storage.complete(key)
      expect((await all(key)).equals(bytes)).toBe(true)
    })

    test('of a source that fails, what came before is kept', async () => {
      const [key, bytes] = [randomUUID(), randomBytes(PART_BYTES + 4)]
      const failing = (async function* () {
        yield bytes
        throw new Error('cut off')
      })()
      await expect(storage.append(key, failing)).rejects.toThrow('cut off')
      expect(await storage.arrivedBytes(key)).toBe(bytes.length)
      await storage.complete(key)
      expect((await all(key)).equals(bytes)).toBe(true)
    })

    test('what has arrived is removed as an object is', async () => {
      const key = randomUUID()
      await storage.append(key, pieces(randomBytes(PART_BYTES + 4)))
      await storage.remove(key)
      expect([await storage.arrivedBytes(key), await opened.leftovers()]).toEqual([0, []])
    })

    test('an object is blanked in places, also where parts meet, and the rest stays', async () => {
      const [key, bytes] = [randomUUID(), randomBytes(2 * PART_BYTES + 100)]
      await storage.write(key, Readable.from([bytes]), limits)
      expect((await storage.withFile(key, (path) => readFile(path))).equals(bytes)).toBe(true)
      const blanked = [
        { offset: 10, sizeBytes: 6, start: 'abcd', fill: 7 },
        { offset: PART_BYTES - 2, sizeBytes: 6, start: '0102030405' },
      ]
      Buffer.from('abcd07070707', 'hex').copy(bytes, 10)
      Buffer.from('010203040500', 'hex').copy(bytes, PART_BYTES - 2)
      for (let times = 0; times < 2; times++) {
        await storage.blank(key, blanked)
        expect((await all(key)).equals(bytes)).toBe(true)
        expect((await storage.withFile(key, (path) => readFile(path))).equals(bytes)).toBe(true)
      }
      expect(await opened.leftovers()).toEqual([])
    })

    test('it says that it can be used', async () => {
      await expect(storage.check()).resolves.toBeUndefined()
      await expect(storage.removeLeftovers()).resolves.toBeUndefined()
    })
  })
}

async function* pieces(...all: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const piece of all) yield Buffer.from(piece as Buffer)
}
