/** For tests: builds ISO base media files from boxes. */
import { box } from './generated-metadata.ts'

export const fileType = () => box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1'))

/** Builds a movie without tracks: a time scale of 1000, a duration of 0. */
export function emptyMovie(): Buffer {
  const header = Buffer.alloc(100)
  header.writeUInt32BE(1000, 12)
  header.writeUInt32BE(1 << 16, 20) // Speed 1.
  header.writeUInt32BE(2, 96) // The next track's id.
  return box('moov', box('mvhd', header))
}

/** Builds `depth` boxes of one type, each inside the one before. */
export function nested(type: string, depth: number): Buffer {
  let inner: Buffer = Buffer.alloc(0)
  for (let i = 0; i < depth; i++) inner = box(type, inner)
  return inner
}

/** Inserts a box after the first one and shifts the media offsets in the index. */
export function insertAfterFileType(file: Buffer, inserted: Buffer): Buffer {
  const at = file.readUInt32BE(0)
  const moved = Buffer.from(file)
  for (let index = moved.indexOf('stco'); index >= 0; index = moved.indexOf('stco', index + 4)) {
    const count = moved.readUInt32BE(index + 8)
    for (let chunk = 0; chunk < count; chunk++) {
      const offset = index + 12 + chunk * 4
      moved.writeUInt32BE(moved.readUInt32BE(offset) + inserted.length, offset)
    }
  }
  return Buffer.concat([moved.subarray(0, at), inserted, moved.subarray(at)])
}
