import type { ByteSource } from '../../../../../contract/media/private-data/byte-reader.ts'
import { ONLY_ON_SERVER } from './only-on-server.ts'
import {
  BlobSource,
  EncodedPacketSink,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  MPEG_TS,
  QTFF,
  WEBM,
} from 'mediabunny'

export { findPrivateData } from '../../../../../contract/media/private-data/containers/find-private-data.ts'

/** Facts about a chosen file, read from its header before any byte is sent. */
export interface FileFacts {
  /** Displayed size in pixels, after rotation and sample aspect ratio. */
  width: number
  height: number
  /** Absent if the header lacks the duration and the file is too large for a quick scan. */
  durationSeconds: number | undefined
  /** The container's metadata about the film, under the container's own names. */
  tags: Readonly<Record<string, unknown>>
}

/**
 * Maximum size in bytes of a file that is scanned for a missing duration. Scanning a larger one would take too long.
 */
const DURATION_SCAN_MAX_BYTES = 200 * 1024 ** 2

/** The beginnings of AVI, FLV, Ogg and WMV files. */
const serverOnly = /^(RIFF.{4}AVI |FLV|OggS|\x30\x26\xb2\x75)/s

/**
 * Reads the facts from a file's header.
 *
 * @throws {Error} 'Could not load video' for an unknown container, 'Could not detect video dimensions' if there is no
 *   picture, 'The end is missing' for an MP4 or MOV file that was cut off, `ONLY_ON_SERVER`.
 */
export function inspectFile(file: File): Promise<FileFacts> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM, MATROSKA, MPEG_TS] })
  // `using` would compile to more code than this whole function.
  return readFacts(input, file).finally(() => input.dispose())
}

async function readFacts(input: Input, file: File): Promise<FileFacts> {
  if (!(await input.canRead())) {
    const head = String.fromCharCode(...(await sourceOf(file).read(0, 12)))
    throw new Error(serverOnly.test(head) ? ONLY_ON_SERVER : 'Could not load video')
  }
  const track = await input.getPrimaryVideoTrack()
  // In a transport stream, mediabunny leaves out tracks that it does not know.
  const isUnknown = !track && (await input.getFormat()) === MPEG_TS
  if (!track) throw new Error(isUnknown ? ONLY_ON_SERVER : 'Could not detect video dimensions')
  const [width, height] = await Promise.all([track.getDisplayWidth(), track.getDisplayHeight()])
  if (width <= 0 || height <= 0) throw new Error('Could not detect video dimensions')
  const stated = await input.getDurationFromMetadata()
  if (!(await hasItsEnd(input, track))) throw new Error('The end is missing')
  const durationSeconds = stated ?? (file.size <= DURATION_SCAN_MAX_BYTES ? await input.computeDuration() : undefined)
  const { raw: tags = {} } = await input.getMetadataTags().catch(() => ({ raw: {} }))
  return { width: Math.round(width), height: Math.round(height), durationSeconds, tags }
}

/**
 * Whether the last frame is in the file, as the server also checks. An index at the beginning lists frames that a
 * partial download or copy lacks. Other containers have no such index and would be read from beginning to end.
 */
async function hasItsEnd(input: Input, track: InputVideoTrack): Promise<boolean> {
  const format = await input.getFormat()
  if (format !== MP4 && format !== QTFF) return true
  const lastFrame = new EncodedPacketSink(track).getPacket(Infinity)
  return lastFrame.then((frame) => frame !== null).catch(() => false)
}

/** Returns a reader of parts of the file. */
export function sourceOf(file: File): ByteSource {
  const read = async (offset: number, length: number) =>
    new Uint8Array(await file.slice(offset, offset + length).arrayBuffer())
  return { sizeBytes: file.size, read }
}
