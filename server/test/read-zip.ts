import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'

interface ZippedFile {
  bytes: Buffer
  modifiedAt: Date
}

/**
 * Returns the files of an archive, keyed by name, as read by a library instead of our own code.
 *
 * @throws {Error} If the archive violates the format or a checksum is wrong.
 */
export async function readZip(archive: Buffer): Promise<Map<string, ZippedFile>> {
  const zip = await yauzl.fromBufferPromise(archive, { strictFileNames: true, decodeStrings: true })
  const files = new Map<string, ZippedFile>()
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry))
    if (crc32(bytes) !== entry.crc32) throw new Error(`The checksum of '${entry.fileName}' is wrong`)
    if (files.has(entry.fileName)) throw new Error(`'${entry.fileName}' is there twice`)
    files.set(entry.fileName, { bytes, modifiedAt: entry.getLastModDate() })
  }
  return files
}
