import { objectPath, objectsPath } from '../object-address.ts'
import { renditionTypes } from '../../media/stream/rendition-types.ts'

const STREAM_INFO = '#EXT-X-STREAM-INF:'

/**
 * A playlist as players want it: each object that it names has its extension. Those that were made before objects had
 * any name their files without, and FFmpeg refuses such names.
 */
export function withExtensions(playlist: string): string {
  const namesPlaylists = playlist.includes(STREAM_INFO)
  const contentType = namesPlaylists ? renditionTypes.stream : renditionTypes.preview
  return playlist.replaceAll(bareName, (_whole, id: string) => objectPath(id, contentType))
}

/** A name stands alone on its line, or in quotes. */
const bareName = new RegExp(`(?<=^|")${objectsPath}([0-9a-f-]{36})(?="|$)`, 'gm')
