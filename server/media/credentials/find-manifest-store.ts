import { boxesIn } from '../../../contract/media/metadata/containers/boxes.ts'
import { ByteReader } from '../../../contract/media/metadata/byte-reader.ts'
import { CREDENTIALS_MAX_BYTES } from '../../../contract/media/metadata/private-data.ts'
import { inFile } from '../in-file.ts'

const C2PA = 'd8fec3d61b0e483c92975828877ec481'
/** Bytes after the box's id: version and flags, the word `manifest`, and the position of other parts. */
const PURPOSE = 'manifest\0'
const BEFORE_STORE_BYTES = 16 + 4 + PURPOSE.length + 8

/** Finds the manifest store of an MP4 or MOV, which is in an outermost box of its own. */
export function findManifestStore(filePath: string): Promise<Uint8Array | undefined> {
  return inFile(filePath, async (source) => {
    const reader = new ByteReader(source)
    for await (const { type, body, end } of boxesIn(reader, 0, reader.sizeBytes)) {
      if (type !== 'uuid' || end - body > CREDENTIALS_MAX_BYTES) continue
      const head = Buffer.from(await reader.bytes(body, BEFORE_STORE_BYTES))
      if (head.subarray(0, 16).toString('hex') !== C2PA || !head.includes(PURPOSE)) continue
      return reader.bytes(body + BEFORE_STORE_BYTES, end - body - BEFORE_STORE_BYTES)
    }
    return undefined
  })
}
