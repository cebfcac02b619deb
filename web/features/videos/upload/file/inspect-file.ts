import { findPrivateData } from '../../../../../contract/media/metadata/containers/find-private-data.ts'
import type { ByteSource } from '../../../../../contract/media/metadata/byte-reader.ts'
import type { PrivateData } from '../../../../../contract/media/metadata/private-data.ts'
import { BlobSource, Input, MATROSKA, MP4, MPEG_TS, QTFF, WEBM } from 'mediabunny'

/** What a chosen file is, read from its header before any byte is sent. */
export interface FileFacts {
  /** Displayed size in pixels, rotation and sample aspect ratio included. */
  width: number
  height: number
  /** Absent where the header does not say and reading the whole file would take long. */
  durationSeconds: number | undefined
  /** What the container says of the film, by the names that it has there. */
  tags: Readonly<Record<string, unknown>>
}

/** Reading further than this for the length of a file without one is not worth the wait. */
const DURATION_SCAN_MAX_BYTES = 200 * 1024 ** 2

/**
 * @throws {Error} 'Could not load video' if the container is not known, 'Could not detect video dimensions' if there is
 *   no picture in it.
 */
export function inspectFile(file: File): Promise<FileFacts> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM, MATROSKA, MPEG_TS] })
  // Not `using`, which is compiled to more than all of this.
  return readFacts(input, file.size).finally(() => input.dispose())
}

async function readFacts(input: Input, sizeBytes: number): Promise<FileFacts> {
  if (!(await input.canRead())) throw new Error('Could not load video')
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Error('Could not detect video dimensions')
  const [width, height] = await Promise.all([track.getDisplayWidth(), track.getDisplayHeight()])
  if (width <= 0 || height <= 0) throw new Error('Could not detect video dimensions')
  const stated = await input.getDurationFromMetadata()
  const durationSeconds = stated ?? (sizeBytes <= DURATION_SCAN_MAX_BYTES ? await input.computeDuration() : undefined)
  const { raw: tags = {} } = await input.getMetadataTags().catch(() => ({ raw: {} }))
  return { width: Math.round(width), height: Math.round(height), durationSeconds, tags }
}

/**
 * What the file tells that viewers do not see, and what the server will take out of it. Read here so that its creator
 * knows before any byte is sent.
 */
export function findHidden(file: File): Promise<PrivateData> {
  return findPrivateData(sourceOf(file))
}

export function sourceOf(file: File): ByteSource {
  const read = async (offset: number, length: number) =>
    new Uint8Array(await file.slice(offset, offset + length).arrayBuffer())
  return { sizeBytes: file.size, read }
}
