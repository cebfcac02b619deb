import { readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { ByteSource } from '../../contract/media/private-data/byte-reader.ts'

/** Calls `use` with a source that reads synchronously from a local file, and closes the file afterwards. */
export async function inFile<T>(filePath: string, use: (source: ByteSource) => Promise<T>): Promise<T> {
  await using file = await open(filePath)
  return await use({
    sizeBytes: (await file.stat()).size,
    // This is synchronous, because awaiting each of a million small reads would take longer than the reads.
    read(offset, length) {
      const bytes = new Uint8Array(length)
      return bytes.subarray(0, readSync(file.fd, bytes, 0, length, offset))
    },
  })
}
