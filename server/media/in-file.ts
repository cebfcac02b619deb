import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { ByteSource } from '../../contract/media/metadata/byte-reader.ts'

/** Calls `use` with a source that reads synchronously from a local file, and closes the file afterwards. */
export async function inFile<T>(filePath: string, use: (source: ByteSource) => Promise<T>): Promise<T> {
  const file = openSync(filePath, 'r')
  try {
    return await use({
      sizeBytes: fstatSync(file).size,
      // This is synchronous, because awaiting each of a million small reads would take longer than the reads.
      read(offset, length) {
        const bytes = new Uint8Array(length)
        return bytes.subarray(0, readSync(file, bytes, 0, length, offset))
      },
    })
  } finally {
    closeSync(file)
  }
}
