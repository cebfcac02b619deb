import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import { readZip } from '../test/read-zip.ts'
import { ZipArchive, type ZipEntry } from './zip-archive.ts'

const at = new Date('2026-03-01T14:03:22Z')

function entry(name: string, bytes: Buffer): ZipEntry {
  return {
    name,
    modifiedAt: at,
    sizeBytes: bytes.length,
    checksum: () => crc32(bytes),
    async *read({ start, end }) {
      // The pieces have an odd size, so that they end at arbitrary offsets.
      for (let from = start; from <= end; from += 7) yield bytes.subarray(from, Math.min(from + 7, end + 1))
    },
  }
}

/** Returns a file of zeros that no test reads. */
function largeEntry(name: string, sizeBytes: number): ZipEntry {
  return {
    name,
    modifiedAt: at,
    sizeBytes,
    checksum: () => 0,
    async *read({ start, end }) {
      yield Buffer.alloc(end - start + 1)
    },
  }
}

const whole = (archive: ZipArchive) => buffer(Readable.from(archive.read()))

test('a ZIP reader finds each file with its bytes, name and time', async () => {
  const files = {
    'README.txt': Buffer.from('Words.'),
    'clips/2026-03-01 Ein Täßchen 海辺 👩‍🚀.mp4': Buffer.alloc(100_000, 'Reverie'),
    'empty.ndjson': Buffer.alloc(0),
  }
  const archive = new ZipArchive(Object.entries(files).map(([name, bytes]) => entry(name, bytes)))
  const bytes = await whole(archive)
  expect(bytes.length).toBe(archive.sizeBytes)
  const read = await readZip(bytes)
  expect([...read].map(([name, file]) => [name, file.bytes])).toEqual(Object.entries(files))
  expect([...read.values()].map(({ modifiedAt }) => modifiedAt)).toEqual([at, at, at])
})

test('a file from before 1980, which the format cannot express, gets the beginning of that year', async () => {
  const early = { ...entry('a.txt', Buffer.from('Words')), modifiedAt: new Date('1970-01-01T00:00:07Z') }
  const [file] = (await readZip(await whole(new ZipArchive([early])))).values()
  expect(file?.modifiedAt).toEqual(new Date('1980-01-01T00:00:00Z'))
})

test('an empty archive is valid', async () => {
  expect((await readZip(await whole(new ZipArchive([])))).size).toBe(0)
})

test('any requested range equals the same range of the whole archive', async () => {
  const archive = new ZipArchive([entry('a.txt', Buffer.from('Words that go on')), entry('b.txt', Buffer.from('More'))])
  const bytes = await whole(archive)
  for (let start = 0; start < bytes.length; start += 3) {
    for (const end of [start, start + 40, bytes.length - 1]) {
      const range = { start, end: Math.min(end, bytes.length - 1) }
      const part = await buffer(Readable.from(archive.read(range)))
      expect(part.equals(bytes.subarray(start, range.end + 1))).toBe(true)
    }
  }
})

test.each([
  ['shorter', 4],
  ['longer', 6],
])('a file that is %s than declared ends the download', async (how, length) => {
  const torn = new ZipArchive([
    {
      ...entry('a.txt', Buffer.alloc(5)),
      async *read() {
        yield Buffer.alloc(length)
      },
    },
  ])
  await expect(whole(torn)).rejects.toThrow(`'a.txt' is ${how} than declared`)
})

test('archives beyond 4 GB or 65,535 files are written as ZIP64', async () => {
  const large = await open(
    new ZipArchive([largeEntry('a.mp4', 5e9), largeEntry('b.mp4', 10), largeEntry('c.mp4', 6e9)]),
  )
  const found: [string, number][] = []
  for await (const file of large.eachEntry()) {
    found.push([file.fileName, file.uncompressedSize])
    await large.readLocalFileHeaderPromise(file)
  }
  expect(found).toEqual([
    ['a.mp4', 5e9],
    ['b.mp4', 10],
    ['c.mp4', 6e9],
  ])
  const many = await open(new ZipArchive(Array.from({ length: 66_000 }, (_, i) => largeEntry(`${i}`, 0))))
  expect(many.entryCount).toBe(66_000)
})

/** Opens an archive with a reader that reads only the necessary parts. */
function open(archive: ZipArchive): Promise<yauzl.ZipFile> {
  return yauzl.fromRandomAccessReaderPromise(new ArchiveReader(archive), archive.sizeBytes, { autoClose: false })
}

class ArchiveReader extends yauzl.RandomAccessReader {
  readonly #archive: ZipArchive

  constructor(archive: ZipArchive) {
    super()
    this.#archive = archive
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#archive.read({ start, end: end - 1 }))
  }
}
