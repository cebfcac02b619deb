import { ByteReader, type ByteSource } from '../byte-reader.ts'
import { Collector } from '../collector.ts'
import type { PrivateData } from '../private-data.ts'

const HEAD_BYTES = 400

/**
 * Finds private data in a video file (places, people, dates, workflows, keys …), and the edits that remove it. The
 * edits work in place: no byte moves. Picture, sound and the marks of content made by AI stay unchanged.
 *
 * @throws {TooMuchHiddenDataError} If it cannot be removed.
 */
export async function findPrivateData(source: ByteSource): Promise<PrivateData> {
  const found = new Collector(new ByteReader(source))
  const find = await finderFor(await found.reader.text(0, HEAD_BYTES))
  await find?.(found)
  return found.result()
}

/** Loads only the parser that the file needs. */
async function finderFor(head: string): Promise<((found: Collector) => Promise<void>) | undefined> {
  if (head.startsWith('\x1a\x45\xdf\xa3')) return (await import('./matroska.ts')).findInMatroska
  if (head.startsWith('OggS')) return (await import('./ogg.ts')).findInOgg
  if (head.startsWith('RIFF')) return (await import('./avi.ts')).findInAvi
  if (head.startsWith('FLV')) return (await import('./flv.ts')).findInFlv
  if (head.startsWith('\x30\x26\xb2\x75')) return (await import('./asf.ts')).findInAsf
  // The length of a movie's first box may look like the sync byte of a transport stream.
  if (/^.{4}(?:ftyp|moov|mdat|free|skip|wide|pnot)/s.test(head)) return (await import('./mp4.ts')).findInMp4
  // The sync byte of each packet of 188 bytes, which may follow a timestamp of 4 bytes.
  if (/^(?:G.{187}|.{4}G.{191})G/s.test(head)) return (await import('./transport-stream.ts')).findInTransportStream
  return (await import('./mp4.ts')).findInMp4
}
