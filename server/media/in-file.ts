import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { ByteSource } from '../../contract/media/metadata/byte-reader.ts'

/** Reads synchronously from a local file. */
export async function inFile<T>(filePath: string, use: (source: ByteSource) => Promise<T>): Promise<T> {
  const file = openSync(filePath, 'r')
  try {
    return await use({
      sizeBytes: fstatSync(file).size,
      // Awaiting each of a million small reads would take longer than reading.
      read(offset, length) {
        const bytes = new Uint8Array(length)
        return bytes.subarray(0, readSync(file, bytes, 0, length, offset))
      },
    })
  } finally {
    closeSync(file)
  }
}
