import { readdirSync, readlinkSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { beforeAll, expect, test } from 'vitest'
import { FileRange } from './file-range.ts'
import { sharedFolder } from '../../test/test-folder.ts'

const MIB = 1024 * 1024
const bytes = Buffer.from(Uint32Array.from({ length: MIB }, (_, i) => i * 2_654_435_761).buffer)

const folder = sharedFolder()
const file = join(folder, 'bytes')
beforeAll(() => writeFile(file, bytes))

test.each([
  ['the whole file', 0, bytes.length - 1],
  ['one byte', 7, 7],
  ['the last byte', bytes.length - 1, bytes.length - 1],
  ['several pieces', 12_345, 3 * MIB],
  ['a range past the end', bytes.length - 10, bytes.length + 100],
  ['nothing', 0, -1],
])('reading %s returns what the file contains there', async (_name, start, end) => {
  const read = await buffer(new FileRange(file, { start, end }))
  expect(read.equals(bytes.subarray(start, end + 1))).toBe(true)
})

test('reading a missing file is an error', async () => {
  await expect(buffer(new FileRange(join(folder, 'nothing'), { start: 0, end: 1 }))).rejects.toThrow(/ENOENT/)
})

/** A reader that never finishes the first piece. */
class NeverDone extends Writable {
  readonly hasPiece = Promise.withResolvers<void>()
  override _write(): void {
    this.hasPiece.resolve()
  }
}

/** Starts readers of a file that never finish, and waits until each has its first piece. */
async function startStalled(path: string, count: number): Promise<FileRange[]> {
  const stuck = Array.from({ length: count }, () => {
    const source = new FileRange(path, { start: 0, end: bytes.length - 1 })
    const reader = new NeverDone()
    source.pipe(reader)
    return { source, reader }
  })
  await Promise.all(stuck.map(({ reader }) => reader.hasPiece.promise))
  return stuck.map(({ source }) => source)
}

test('a hundred stalled readers use little memory and do not stop other readers', async () => {
  const before = process.memoryUsage().arrayBuffers
  const stuck = await startStalled(file, 100)
  // Only 32 readers can hold a large piece (1 MiB); each of the others holds 64 KiB. Reading ahead would take 200 MiB.
  expect((process.memoryUsage().arrayBuffers - before) / MIB).toBeLessThan(40)
  expect((await buffer(new FileRange(file, { start: 0, end: bytes.length - 1 }))).equals(bytes)).toBe(true)

  await Promise.all(
    stuck.map(async (source) => {
      source.destroy()
      await finished(source).catch(() => {})
    }),
  )
  // There is room for large pieces again.
  const again = new FileRange(file, { start: 0, end: bytes.length - 1 })
  const [first] = (await again.take(1).toArray()) as Buffer[]
  expect(first?.length).toBe(MIB)
})

/** A slow stand-in for a reply. It compares the bytes written to it with the file. */
class Comparing extends Writable {
  readonly places = new Set<ArrayBufferLike>()
  #position = 0
  isEqual = true
  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    setImmediate(() => {
      this.places.add(piece.buffer)
      this.isEqual &&= piece.equals(bytes.subarray(this.#position, (this.#position += piece.length)))
      done()
    })
  }
}

test('a reply’s pieces share memory, which is reused only after the reply has closed', async () => {
  const send = (reply: Comparing) => {
    new FileRange(file, { start: 0, end: bytes.length - 1 }, reply).pipe(reply)
    return reply
  }
  // A reply that has everything but has not closed still sends its last piece.
  const [open, beside] = [send(new Comparing({ autoDestroy: false })), new Comparing()]
  await finished(open, { cleanup: true })
  await finished(send(beside))
  open.destroy()
  await finished(open).catch(() => {})
  const next = send(new Comparing())
  await finished(next)
  for (const { isEqual, places } of [open, beside, next]) expect([isEqual, places.size]).toEqual([true, 1])
  // Compares numbers, because the runner would print megabytes.
  const [first, second, third] = [open, beside, next].map(({ places }) => [...places][0])
  expect([first === second, first === third || second === third]).toEqual([false, true])
})

test('the space of a removed file is freed soon after its last read', async () => {
  const removed = join(folder, 'removed')
  await writeFile(removed, bytes)
  const readers = await startStalled(removed, 3)
  const descriptors = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(removed)
      } catch {
        return false // The descriptor with which the folder was read.
      }
    })
  expect(descriptors()).toHaveLength(1)
  await rm(removed)
  for (const reader of readers) reader.destroy()
  await expect.poll(descriptors).toEqual([])
  await expect(buffer(new FileRange(removed, { start: 0, end: 9 }))).rejects.toThrow(/ENOENT/)
})
