/** For tests: small files that claim to be large, built around the frames of a real clip. */
import { writeFileSync } from 'node:fs'
import { bytesOfClip } from './generated-clip.ts'
import { fileType } from './boxes.ts'
import { box, element, uint32 } from './generated-metadata.ts'

const TIMESCALE = 90_000

interface Crafted {
  width: number
  height: number
  samples: number
  samplesPerSecond: number
}

/** Writes an MP4 whose samples are all the same bytes of the file: one frame. */
export function writeRepeatingMp4(path: string, { width, height, samples, samplesPerSecond }: Crafted): void {
  const clip = bytesOfClip({ width, height, seconds: 0.03 })
  const frame = clip.subarray(...bodyOf(clip, ['mdat']))
  const description = clip.subarray(...spanOf(clip, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd']))
  const type = fileType()
  const ticks = Math.round(TIMESCALE / samplesPerSecond)
  const duration = samples * ticks
  const table = box(
    'stbl',
    description,
    box('stts', uint32(0, 1, samples, ticks)),
    box('stsc', uint32(0, 1, 1, 1, 1)),
    box('stsz', uint32(0, frame.length, samples)),
    // Offset of each sample: after the header of `mdat`.
    box('stco', uint32(0, samples, ...Array.from({ length: samples }, () => type.length + 8))),
  )
  const handler = box('hdlr', uint32(0, 0), 'vide', uint32(0, 0, 0), Buffer.alloc(1))
  const reference = box('dinf', box('dref', uint32(0, 1), box('url ', uint32(1))))
  const media = box(
    'mdia',
    box('mdhd', uint32(0, 0, 0, TIMESCALE, duration, 0)),
    handler,
    box('minf', box('vmhd', uint32(1, 0, 0)), reference, table),
  )
  const track = box(
    'trak',
    box('tkhd', uint32(3, 0, 0, 1, 0, duration, 0, 0, 0, 0, ...IDENTITY, width << 16, height << 16)),
    media,
  )
  const movie = box(
    'moov',
    box('mvhd', uint32(0, 0, 0, TIMESCALE, duration, 0x10000, 0x1000000, 0, 0, ...IDENTITY, 0, 0, 0, 0, 0, 0, 2)),
    track,
  )
  writeFileSync(path, Buffer.concat([type, box('mdat', frame), movie]))
}

/** Writes a clip in web layout, with its index before its frames, and leaves out the last bytes. */
export function writeCutOffMp4(path: string, missingBytes: number): void {
  const clip = bytesOfClip({ seconds: 1 })
  const index = Buffer.from(clip.subarray(...spanOf(clip, ['moov'])))
  const [offsets] = bodyOf(index, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stco'])
  for (let i = 0; i < index.readUInt32BE(offsets + 4); i++) {
    const at = offsets + 8 + i * 4
    index.writeUInt32BE(index.readUInt32BE(at) + index.length, at)
  }
  const [, typeEnd] = spanOf(clip, ['ftyp'])
  const [, framesEnd] = spanOf(clip, ['mdat'])
  writeFileSync(
    path,
    Buffer.concat([clip.subarray(0, typeEnd), index, clip.subarray(typeEnd, framesEnd - missingBytes)]),
  )
}

interface CraftedMatroska {
  /** Time of each frame in milliseconds. All frames are the same one. */
  timesMs: number[]
  /** The length that the file claims. */
  claimedSeconds?: number
  muxer?: 'webm' | 'matroska'
}

/**
 * Writes a WebM or Matroska file with one small frame, repeated as often as wanted. The file does not state the number
 * of frames.
 */
export function writeRepeatingMatroska(
  path: string,
  { timesMs, claimedSeconds, muxer = 'webm' }: CraftedMatroska,
): void {
  const clip = bytesOfClip({ codec: 'libvpx', width: 32, height: 32, seconds: 0.03, muxer })
  const tracks = clip.subarray(...elementSpan(clip, '1654ae6b'))
  const frame = frameIn(clip)
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE((claimedSeconds ?? 0) * 1000)
  const info = element(
    '1549a966',
    element('2ad7b1', Buffer.from([0x0f, 0x42, 0x40])), // Times are in milliseconds.
    ...(claimedSeconds === undefined ? [] : [element('4489', duration)]),
  )
  const clusters = timesMs.map((time) => {
    const at = Buffer.alloc(6)
    at.writeUIntBE(time, 0, 6)
    return element('1f43b675', element('e7', at), element('a3', Buffer.from([0x81, 0, 0, 0x80]), frame))
  })
  const head = clip.subarray(...elementSpan(clip, '1a45dfa3'))
  writeFileSync(path, Buffer.concat([head, element('18538067', info, tracks, Buffer.concat(clusters))]))
}

/** The identity matrix of an MP4. */
const IDENTITY = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]

type Span = [from: number, to: number]

/** Returns the box at a path of boxes, including its header. */
function spanOf(file: Buffer, path: string[], [from, to]: Span = [0, file.length]): Span {
  const [type = '', ...rest] = path
  for (let at = from; at + 8 <= to; at += file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) !== type) continue
    const end = at + file.readUInt32BE(at)
    return rest.length === 0 ? [at, end] : spanOf(file, rest, [at + 8, end])
  }
  throw new Error(`No box ${type}`)
}

function bodyOf(file: Buffer, path: string[]): Span {
  const [from, to] = spanOf(file, path)
  return [from + 8, to]
}

/**
 * Returns the element with this id, including its header. The table of contents, which comes first, contains the same
 * ids.
 */
function elementSpan(file: Buffer, id: string): Span {
  const from = file.lastIndexOf(Buffer.from(id, 'hex'))
  const [sizeBytes, lengthBytes] = sizeAt(file, from + id.length / 2)
  return [from, from + id.length / 2 + lengthBytes + sizeBytes]
}

/** Returns the payload of the only block. It follows the track number, the time and the flags. */
function frameIn(file: Buffer): Buffer {
  const cluster = file.indexOf(Buffer.from('1f43b675', 'hex')) + 4
  let at = cluster + sizeAt(file, cluster)[1]
  for (;;) {
    const [sizeBytes, lengthBytes] = sizeAt(file, at + 1)
    const from = at + 1 + lengthBytes
    if (file[at] === 0xa3) return file.subarray(from + 4, from + sizeBytes)
    at = from + sizeBytes
  }
}

/** Decodes an EBML size and the number of bytes it occupies. */
function sizeAt(file: Buffer, at: number): [sizeBytes: number, lengthBytes: number] {
  const lengthBytes = Math.clz32(file[at]!) - 23
  const first = file[at]! & (0xff >> lengthBytes)
  let size = first
  for (let index = 1; index < lengthBytes; index++) size = size * 256 + file[at + index]!
  return [size, lengthBytes]
}
