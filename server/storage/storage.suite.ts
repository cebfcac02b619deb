import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keysIn } from '../test/storage-with.ts'
import { ObjectExistsError, ObjectTooLargeError, type Storage } from './storage.ts'
import type { TestFiles } from '../test/test-files.ts'
import { sharedFolder } from '../test/test-folder.ts'

const PART_BYTES = 8 * 1024 ** 2
const limits = { maxBytes: 100_000_000 }

/** A size that ends within the second part in a bucket. */
const LARGE_BYTES = PART_BYTES + 1_000_000

/** Tests the behaviour of every storage. @param openEmpty Opens an empty storage. */
export function testStorage(name: string, openEmpty: () => Promise<TestFiles>): void {
  describe(`storage ${name}`, () => {
    let opened: TestFiles
    let storage: Storage
    beforeEach(async () => {
      opened = await openEmpty()
      storage = opened.storage
    })
    afterEach(async () => {
      for (const key of await keysIn(storage)) await storage.remove(key)
      await opened.close()
    })
    const folder = sharedFolder()

    const all = async (key: string) => {
      const { sizeBytes } = (await storage.find(key)) ?? { sizeBytes: 0 }
      return buffer(storage.read(key, { start: 0, end: sizeBytes - 1 }))
    }

    test.each([
      ['nothing', 0],
      ['one byte', 1],
      ['a part', PART_BYTES],
      ['more than a part', LARGE_BYTES],
    ])('an object is read back as it was written: %s', async (_what, sizeBytes) => {
      const [key, bytes] = [randomUUID(), randomBytes(sizeBytes)]
      const chunks = sizeBytes > 1_000 ? [bytes.subarray(0, 777), bytes.subarray(777)] : [bytes]
      expect(await storage.write(key, Readable.from(chunks, { objectMode: false }), limits)).toEqual({ sizeBytes })
      expect((await all(key)).equals(bytes)).toBe(true)
      expect((await storage.withFile(key, (path) => readFile(path))).equals(bytes)).toBe(true)
      const found = await storage.find(key)
      expect(found?.sizeBytes).toBe(sizeBytes)
      expect(Math.abs(Date.now() - (found?.writtenAt.getTime() ?? 0))).toBeLessThan(60_000)
    })

    test('a range that goes beyond the object ends with the object', async () => {
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

    test('a range that goes beyond the object is an error in a reply, which has announced its length', async () => {
      const key = randomUUID()
      await storage.write(key, Readable.from(['bytes']), limits)
      const range = { start: 0, end: 9 }
      await expect(buffer(storage.read(key, range, new PassThrough()))).rejects.toThrow('has ended before byte 9')
    })

    test('reading a missing object fails with ENOENT, and finding it returns undefined', async () => {
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

    test('a source that is one byte too long is refused and leaves no bytes', async () => {
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

    test('storing a missing file fails with ENOENT and leaves nothing', async () => {
      const write = storage.writeFile(randomUUID(), join(folder, 'nothing'))
      await expect(write).rejects.toMatchObject({ code: 'ENOENT' })
      expect([await keysIn(storage), await opened.leftovers()]).toEqual([[], []])
    })

    test('finished files are stored, listed in the order of their keys, and removed', async () => {
      const file = join(folder, 'rendered')
      await writeFile(file, 'poster')
      const made = Array.from({ length: 5 }, () => randomUUID()).toSorted()
      for (const key of made.toReversed()) expect(await storage.writeFile(key, file)).toEqual({ sizeBytes: 6 })
      const listed = await Array.fromAsync(storage.list())
      expect(listed.map(({ key, sizeBytes }) => [key, sizeBytes])).toEqual(made.map((key) => [key, 6]))
      await storage.remove(made[0]!)
      await storage.remove(made[0]!)
      expect(await keysIn(storage)).toEqual(made.slice(1))
      const other = randomUUID()
      for (const key of [made[0]!, other]) await storage.append(key, pieces('half'))
      await storage.removeMany([...made.slice(0, 3), randomUUID()])
      expect([...(await storage.partSizes())]).toEqual([[other, 4]])
      await storage.remove(other)
      expect([await keysIn(storage), await opened.leftovers()]).toEqual([made.slice(3), []])
    })

    test('appended bytes survive restarts and become an object only when complete', async () => {
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

    test('pieces of any size form one object', async () => {
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

    test('a source may overwrite a piece once the next one is requested', async () => {
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

    test('bytes that arrived before a source fails are kept', async () => {
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

    test('removing an unfinished upload removes the bytes that have arrived', async () => {
      const key = randomUUID()
      await storage.append(key, pieces(randomBytes(PART_BYTES + 4)))
      await storage.remove(key)
      expect([await storage.arrivedBytes(key), await opened.leftovers()]).toEqual([0, []])
    })

    test('blanking ranges leaves the rest of the object unchanged', async () => {
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

    test('a storage that works passes its own check', async () => {
      await expect(storage.check()).resolves.toBeUndefined()
      await expect(storage.removeLeftovers()).resolves.toBeUndefined()
    })
  })
}

async function* pieces(...all: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const piece of all) yield Buffer.from(piece as Buffer)
}
