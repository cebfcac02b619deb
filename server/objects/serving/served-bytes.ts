import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import type { Storage } from '../../storage/storage.ts'
import { withExtensions } from './playlist-names.ts'
import { renditionTypes } from '../../media/stream/rendition-types.ts'
import type { ServedObject } from '../objects.queries.ts'

export interface ServedBytes {
  etag: string
  sizeBytes: number
  /** Whether they go out as they are stored. */
  isAsStored: boolean
  /** @param range Both included. */
  read(range: { start: number; end: number }): Readable | Buffer
}

/** An object's bytes as they go out: as they are stored, but for playlists, which come to name what players want. */
export async function bytesOf(storage: Storage, object: ServedObject & { id: string }): Promise<ServedBytes> {
  const { id, contentType, sizeBytes } = object
  if (contentType !== renditionTypes.stream) {
    return { etag: `"${id}"`, sizeBytes, isAsStored: true, read: (range) => storage.read(id, range) }
  }
  const stored = await buffer(storage.read(id, { start: 0, end: sizeBytes - 1 }))
  const playlist = Buffer.from(withExtensions(stored.toString()))
  return {
    // Not that of the bytes as they were served once, without extensions.
    etag: `"${id}.m3u8"`,
    sizeBytes: playlist.length,
    isAsStored: false,
    read: ({ start, end }) => playlist.subarray(start, end + 1),
  }
}
