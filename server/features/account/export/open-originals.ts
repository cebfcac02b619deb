import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Db } from '../../../db/connect.ts'
import type { Cursor } from '../../../http/cursor.ts'
import type { ByteRange, Storage } from '../../../storage/storage.ts'
import { ZipArchive, type ZipEntry } from '../../../zip/zip-archive.ts'
import type { Checksums } from './checksums.ts'
import { filesOf, listOriginals, type Original } from './originals.ts'

/** An archive that is about to be sent. */
export interface OpenArchive {
  sizeBytes: number
  /** Tag of these exact bytes, if a download of them can be continued. */
  etag?: string
  read(range: ByteRange): AsyncIterable<Uint8Array>
  /** Releases the archive after it was read or the download was abandoned. */
  close(): Promise<void>
}

/**
 * Opens an archive of the clips in a range, as storage holds them now. A clip deleted meanwhile is left out, and a
 * list names clips whose file is missing. A deletion during the download ends the download.
 */
export async function openOriginals(
  { db, storage, checksums }: { db: Db; storage: Storage; checksums: Checksums },
  userId: string,
  range: { first: Cursor; last: Cursor },
): Promise<OpenArchive> {
  const entries: ZipEntry[] = []
  const lost = new Set<Original>()
  const identity = createHash('sha256')
  for await (const original of listOriginals(db, userId, range)) {
    for (const { objectId, ...file } of filesOf(original)) {
      const stored = await storage.find(objectId)
      if (!stored) {
        lost.add(original)
        continue
      }
      // The stored object's size counts, not the size in the row.
      const { sizeBytes, writtenAt } = stored
      identity.update(JSON.stringify([file.name, sizeBytes, writtenAt]))
      entries.push({
        ...file,
        sizeBytes,
        checksum: () => checksums.of(objectId, stored),
        read: (bytes): AsyncIterable<Buffer> => storage.read(objectId, bytes),
      })
    }
  }
  const missing = [...lost]
  if (missing.length > 0) entries.push(listOfMissing(missing))
  identity.update(JSON.stringify(missing))
  const archive = new ZipArchive(entries)
  return {
    sizeBytes: archive.sizeBytes,
    etag: `"${identity.digest('base64url')}"`,
    read: (bytes) => archive.read(bytes),
    close: () => Promise.resolve(),
  }
}

function listOfMissing(missing: Original[]): ZipEntry {
  const sentence = 'The files of these clips are missing on the server. Their details are in account.zip.'
  const lines = missing.map(({ id, createdAt, title }) => `${createdAt.slice(0, 10)} ${title} ${id}`)
  const newest = missing.at(-1)?.createdAt ?? 0
  return bufferEntry('MISSING.txt', Buffer.from(`${sentence}\n\n${lines.join('\n')}\n`), new Date(newest))
}

/** Returns an entry for a small generated file. */
export function bufferEntry(name: string, bytes: Buffer, modifiedAt: Date): ZipEntry {
  return {
    name,
    modifiedAt,
    sizeBytes: bytes.length,
    checksum: () => crc32(bytes),
    async *read({ start, end }) {
      yield bytes.subarray(start, end + 1)
    },
  }
}
