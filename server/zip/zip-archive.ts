import { centralHeader, endRecords, localHeader, type FileFacts } from './zip-records.ts'

/** A file of an archive. It is read when the archive reaches it. */
export interface ZipEntry extends FileFacts {
  /** Called when a record with the checksum is sent: the header before the file's bytes, and the entry in the list. */
  checksum(): number | Promise<number>
  /** @param range First and last byte, both included. */
  read(range: ByteRange): AsyncIterable<Uint8Array>
}

interface ByteRange {
  start: number
  end: number
}

interface Segment {
  sizeBytes: number
  read(range: ByteRange): AsyncIterable<Uint8Array>
}

/**
 * A ZIP archive of uncompressed files. Its length and the offset of each byte are known before any file is read. It can
 * be sent with its length and from any offset. Uses ZIP64 where a number requires it.
 */
export class ZipArchive {
  readonly sizeBytes: number
  readonly #entries: readonly ZipEntry[]
  readonly #layout: ReturnType<typeof layOut>

  constructor(entries: readonly ZipEntry[]) {
    this.#entries = entries
    this.#layout = layOut(entries)
    this.sizeBytes = this.#layout.sizeBytes
  }

  /**
   * Streams the archive's bytes, or a range of them.
   *
   * @throws {Error} If a file does not have the declared length. The bytes sent by then are not a valid archive.
   */
  async *read({ start, end }: ByteRange = { start: 0, end: this.sizeBytes - 1 }): AsyncGenerator<Uint8Array> {
    let offset = 0
    for (const { sizeBytes, read } of this.#segments()) {
      const first = Math.max(0, start - offset)
      const last = Math.min(sizeBytes, end - offset + 1) - 1
      offset += sizeBytes
      if (first <= last) yield* read({ start: first, end: last })
    }
  }

  *#segments(): Generator<Segment> {
    for (const entry of this.#entries) {
      yield record(localHeader({ ...entry, crc32: 0 }).length, async () =>
        localHeader({ ...entry, crc32: await entry.checksum() }),
      )
      yield { sizeBytes: entry.sizeBytes, read: (range) => exactly(entry, range) }
    }
    for (const [i, entry] of this.#entries.entries()) {
      const offset = this.#layout.offsets[i] ?? 0
      yield record(centralHeader({ ...entry, crc32: 0, offset }).length, async () =>
        centralHeader({ ...entry, crc32: await entry.checksum(), offset }),
      )
    }
    const end = endRecords(this.#layout.list)
    yield record(end.length, async () => end)
  }
}

/**
 * Computes the offset of each file's header, the place of the list, and the length of an archive. The list is at the
 * end.
 */
export function layOut(files: readonly FileFacts[]) {
  const offsets: number[] = []
  let [offset, listBytes] = [0, 0]
  for (const file of files) {
    offsets.push(offset)
    listBytes += centralHeader({ ...file, crc32: 0, offset }).length
    offset += localHeader({ ...file, crc32: 0 }).length + file.sizeBytes
  }
  const list = { files: files.length, offset, sizeBytes: listBytes }
  return { offsets, list, sizeBytes: offset + listBytes + endRecords(list).length }
}

function record(sizeBytes: number, make: () => Promise<Buffer>): Segment {
  return {
    sizeBytes,
    async *read({ start, end }) {
      yield (await make()).subarray(start, end + 1)
    },
  }
}

async function* exactly({ name, read }: ZipEntry, range: ByteRange): AsyncGenerator<Uint8Array> {
  let left = range.end - range.start + 1
  for await (const chunk of read(range)) {
    left -= chunk.length
    if (left < 0) break
    yield chunk
  }
  if (left !== 0) throw new Error(`'${name}' is ${left > 0 ? 'shorter' : 'longer'} than declared`)
}
