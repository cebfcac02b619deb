import { buffer } from 'node:stream/consumers'
import type { Readable, Writable } from 'node:stream'
import type { Storage } from '../../storage/storage.ts'
import { withExtensions } from './playlist-names.ts'
import { renditionTypes } from '../../media/stream/rendition-types.ts'
import type { ServedObject } from '../objects.queries.ts'

export interface ServedBytes {
  etag: string
  sizeBytes: number
  /** Whether the bytes are served as they are stored. */
  isAsStored: boolean
  /** @param range Both ends are inclusive. @param reply The reply that sends them. */
  read(range: { start: number; end: number }, reply: Writable): Readable | Buffer
}

/**
 * Returns the bytes of an object as served: as stored, except for playlists, whose names get the extensions that
 * players need.
 */
export async function bytesOf(storage: Storage, object: ServedObject & { id: string }): Promise<ServedBytes> {
  const { id, contentType, sizeBytes } = object
  if (contentType !== renditionTypes.stream) {
    return { etag: `"${id}"`, sizeBytes, isAsStored: true, read: (...asked) => storage.read(id, ...asked) }
  }
  const stored = await buffer(storage.read(id, { start: 0, end: sizeBytes - 1 }))
  const playlist = Buffer.from(withExtensions(stored.toString()))
  return {
    // The tag differs from the one used when playlists were served without extensions.
    etag: `"${id}.m3u8"`,
    sizeBytes: playlist.length,
    isAsStored: false,
    read: ({ start, end }) => playlist.subarray(start, end + 1),
  }
}
