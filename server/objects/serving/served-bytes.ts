import { buffer } from 'node:stream/consumers'
import type { Readable, Writable } from 'node:stream'
import type { ByteRange, Storage } from '../../storage/storage.ts'
import { renditionTypes } from '../../media/stream/rendition-types.ts'
import type { ServedObject } from '../objects.queries.ts'
import { objectPath, objectsPath } from '../object-address.ts'
import { pathInFolder } from '../../storage/disk/shards.ts'

interface ServedBytes {
  etag: string
  sizeBytes: number
  /** Whether the bytes are served as they are stored. */
  isAsStored: boolean
  /** @param reply The reply that sends them. */
  read(range: ByteRange, reply: Writable): Readable | Buffer
}

/**
 * Returns the bytes to serve for an object. They are the stored bytes, except that names in playlists get the
 * extensions that players need.
 */
export async function bytesOf(storage: Storage, object: ServedObject & { id: string }): Promise<ServedBytes> {
  const { id, contentType, sizeBytes } = object
  if (contentType !== renditionTypes.stream) {
    return { etag: `"${id}"`, sizeBytes, isAsStored: true, read: (...asked) => storage.read(id, ...asked) }
  }
  const stored = await buffer(storage.read(id, { start: 0, end: sizeBytes - 1 }))
  const playlist = Buffer.from(withExtensions(stored.toString()))
  return {
    // The tag differs from that of earlier versions, which served playlists without extensions.
    etag: `"${id}.m3u8"`,
    sizeBytes: playlist.length,
    isAsStored: false,
    read: ({ start, end }) => playlist.subarray(start, end + 1),
  }
}

const STREAM_INFO = '#EXT-X-STREAM-INF:'

/**
 * Adds extensions to the object names in a playlist. Playlists from before there were extensions have names without
 * them, and FFmpeg refuses such names.
 */
function withExtensions(playlist: string): string {
  const namesPlaylists = playlist.includes(STREAM_INFO)
  const contentType = namesPlaylists ? renditionTypes.stream : renditionTypes.preview
  return playlist.replaceAll(bareName, (_whole, id: string) => objectPath(id, contentType))
}

/** Matches a name that is alone on its line or in quotes. */
const bareName = new RegExp(`(?<=^|")${objectsPath}([0-9a-f-]{36})(?="|$)`, 'gm')

/**
 * Returns the headers that tell nginx where to find the bytes of an object. For a file, nginx handles ranges itself; a
 * bucket is asked for the range that the app has validated. The prefixes are internal addresses in `ops/nginx.conf`,
 * which only nginx itself can use, not clients.
 */
export async function accelHeaders(storage: Storage, id: string, range: ByteRange | undefined) {
  if (!storage.signedPath) return { 'x-accel-redirect': `/_objects/${pathInFolder(id)}` }
  return {
    'x-accel-redirect': `/_bucket${await storage.signedPath(id)}`,
    ...(range && { 'x-object-range': `bytes=${range.start}-${range.end}` }),
  }
}
