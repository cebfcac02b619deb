import { open } from 'node:fs/promises'
import { unreadable } from '../unreadable-video.ts'

/** A kind of file that may be opened. */
export interface Container {
  /**
   * The only FFmpeg demuxer that may open the file. If FFmpeg guessed the format, a playlist named .mp4 could make it
   * open other files.
   */
  demuxer: 'mov' | 'matroska' | 'mpegts' | 'ogg' | 'avi' | 'flv' | 'asf'
  /** Whether FFmpeg measures the file, because mediabunny does not support its format. */
  isMeasuredByFfmpeg?: true
  /** Media type, if mediabunny cannot name it. */
  contentType?: string
}

const HEAD_BYTES = 400

/**
 * Detects a container by its first bytes. File names and declared types come from the sender and prove nothing.
 *
 * @throws {UnreadableVideoError} If the container is not supported.
 */
export async function containerOfVideo(filePath: string): Promise<Container> {
  await using file = await open(filePath)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  if (bytesRead === 0) throw unreadable('damaged')
  const container = containerOf(buffer.subarray(0, bytesRead))
  if (!container) throw unreadable('unknownFormat')
  return container
}

function containerOf(head: Buffer): Container | undefined {
  const text = (from: number, length: number) => head.toString('latin1', from, from + length)
  if (isobmffBoxes.has(text(4, 4))) return { demuxer: 'mov' }
  if (text(0, 4) === '\x1a\x45\xdf\xa3') return { demuxer: 'matroska' }
  // Theora is the only video codec in Ogg, and mediabunny does not know it.
  if (text(0, 4) === 'OggS') return { demuxer: 'ogg', isMeasuredByFfmpeg: true, contentType: 'video/ogg' }
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'AVI ')
    return { demuxer: 'avi', isMeasuredByFfmpeg: true, contentType: 'video/x-msvideo' }
  if (text(0, 3) === 'FLV') return { demuxer: 'flv', isMeasuredByFfmpeg: true, contentType: 'video/x-flv' }
  if (text(0, 8) === '\x30\x26\xb2\x75\x8e\x66\xcf\x11')
    return { demuxer: 'asf', isMeasuredByFfmpeg: true, contentType: 'video/x-ms-asf' }
  if (isTransportStream(head, 0, 188) || isTransportStream(head, 4, 192)) return { demuxer: 'mpegts' }
  return undefined
}

const isobmffBoxes = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot'])

/**
 * Whether the file is a transport stream: packets start with 0x47 every 188 bytes (192 with a timestamp before each).
 */
function isTransportStream(head: Buffer, first: number, packetBytes: number): boolean {
  return head[first] === 0x47 && head[first + packetBytes] === 0x47
}
