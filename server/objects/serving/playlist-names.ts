import { objectPath, objectsPath } from '../object-address.ts'
import { renditionTypes } from '../../media/stream/rendition-types.ts'

const STREAM_INFO = '#EXT-X-STREAM-INF:'

/**
 * Adds extensions to the object names in a playlist. Playlists from before there were extensions have names without
 * them, and FFmpeg refuses such names.
 */
export function withExtensions(playlist: string): string {
  const namesPlaylists = playlist.includes(STREAM_INFO)
  const contentType = namesPlaylists ? renditionTypes.stream : renditionTypes.preview
  return playlist.replaceAll(bareName, (_whole, id: string) => objectPath(id, contentType))
}

/** Matches a name that is alone on its line or in quotes. */
const bareName = new RegExp(`(?<=^|")${objectsPath}([0-9a-f-]{36})(?="|$)`, 'gm')
