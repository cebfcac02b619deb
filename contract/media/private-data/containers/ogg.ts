import { latin1 } from '../byte-reader.ts'
import { judge } from '../classify.ts'
import type { Collector } from '../collector.ts'

const PAGE_HEADER_BYTES = 27
const CHECKSUM_AT = 22
const PAGE_MAX_BYTES = 65_307
const COMMENTS_MAX_BYTES = 16 * 1024 * 1024
/** The bytes before the comments of Vorbis, Theora, Opus and VP8. */
const commentStarts = ['\x03vorbis', '\x81theora', 'OpusTags', 'OVP80\x02 ']
/** The beginning of a track in FLAC, today and until 2004. */
const flacStarts = ['\x7fFLAC', 'fLaC']
/** A later packet of such a track has comments if it starts with one of these bytes. */
const flacCommentStarts = ['\x04', '\x84']
/** In FLAC, three bytes follow before the comments. */
const FLAC_COMMENTS_AT = 4

interface Page {
  start: number
  /** Whether a track begins here. A later track may have the serial number of an earlier one. */
  isFirst: boolean
  serial: number
  /** The packets, or parts of packets, in the page. `ends`: whether the packet ends in this page. */
  pieces: { offset: number; length: number; ends: boolean }[]
  end: number
}

/** A packet, or a part of one, in a page. */
interface Piece {
  page: Page
  offset: number
  length: number
}

interface Packet {
  bytes: Uint8Array
  /** Returns the offset in the file for an offset in the packet. */
  placeOf: (at: number) => number
  pages: Page[]
}

/** Finds private data in the comments of an Ogg file's tracks. */
export async function findInOgg(found: Collector): Promise<void> {
  const open = new Map<number, Piece[]>()
  const flacs = new Set<number>()
  for await (const page of pagesOf(found)) {
    if (page.isFirst) flacs.delete(page.serial)
    let pieces = open.get(page.serial) ?? []
    for (const { offset, length, ends } of page.pieces) {
      const size = pieces.reduce((sum, piece) => sum + piece.length, 0)
      if (size < COMMENTS_MAX_BYTES) pieces.push({ page, offset, length })
      if (!ends) continue
      const start = await startOf(found, pieces)
      if (flacStarts.some((each) => start.startsWith(each))) flacs.add(page.serial)
      const from = commentsAt(start, flacs.has(page.serial))
      if (from !== undefined) await readComments(found, await readPacket(found, pieces), from)
      pieces = []
    }
    open.set(page.serial, pieces)
  }
}

/** Returns the first bytes of a packet, enough to recognise its codec and kind. */
async function startOf({ reader }: Collector, [first]: Piece[]): Promise<string> {
  return first ? reader.text(first.offset, Math.min(8, first.length)) : ''
}

/** Returns the offset of the comments in a packet, or `undefined` for a packet without comments. */
function commentsAt(start: string, isFlac: boolean): number | undefined {
  if (isFlac) return flacCommentStarts.includes(start.charAt(0)) ? FLAC_COMMENTS_AT : undefined
  return commentStarts.find((each) => start.startsWith(each))?.length
}

async function* pagesOf({ reader }: Collector): AsyncGenerator<Page> {
  for (let start = 0; start + PAGE_HEADER_BYTES <= reader.sizeBytes;) {
    const head = await reader.view(start, PAGE_HEADER_BYTES)
    if (head.getUint32(0) !== 0x4f676753) {
      start++
      continue
    }
    const lacing = await reader.bytes(start + PAGE_HEADER_BYTES, head.getUint8(26))
    const pieces: Page['pieces'] = []
    let end = start + PAGE_HEADER_BYTES + lacing.length
    let length = 0
    for (const [index, bytes] of lacing.entries()) {
      length += bytes
      if (bytes === 255 && index < lacing.length - 1) continue
      pieces.push({ offset: end, length, ends: bytes < 255 })
      end += length
      length = 0
    }
    yield { start, isFirst: (head.getUint8(5) & 2) !== 0, serial: head.getUint32(14), pieces, end }
    start = end
  }
}

async function readPacket({ reader }: Collector, pieces: Piece[]): Promise<Packet> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (const { offset, length } of pieces) parts.push(Uint8Array.from(await reader.bytes(offset, length)))
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  const placeOf = (at: number) => {
    let left = at
    for (const { offset, length } of pieces) {
      if (left < length) return offset + left
      left -= length
    }
    return -1
  }
  return { bytes, placeOf, pages: [...new Set(pieces.map(({ page }) => page))] }
}

/** Reads comments: the vendor, a count, and that many strings `NAME=value`, each after its length. */
async function readComments(found: Collector, packet: Packet, from: number): Promise<void> {
  const { bytes } = packet
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const changed: number[] = []
  let at = from
  const length = () => (at + 4 <= bytes.length ? view.getUint32(at, true) : Infinity)
  at += 4 + length() + 4
  while (at + 4 <= bytes.length && at + 4 + length() <= bytes.length) {
    const text = latin1(bytes.subarray(at + 4, at + 4 + length()))
    const equals = text.indexOf('=')
    const value = text.slice(equals + 1)
    const verdict = judge(text.slice(0, Math.max(0, equals)), value)
    if (verdict !== 'keep' && value.trim() !== '') {
      found.note(verdict.kinds)
      const valueAt = at + 4 + equals + 1
      for (const { start, length: size } of verdict.spans ?? [{ start: 0, length: value.length }]) {
        for (let each = 0; each < size; each++) changed.push(valueAt + start + each)
      }
    }
    at += 4 + length()
  }
  if (changed.length > 0) await blankInPages(found, packet, changed)
}

/** Overwrites bytes with spaces, so that the comments stay text, and updates the checksum of each page. */
async function blankInPages(found: Collector, { placeOf, pages }: Packet, changed: number[]): Promise<void> {
  const places = changed.map(placeOf)
  for (const { start, end } of pages) {
    const here = places.filter((place) => place >= start && place < end)
    if (here.length === 0) continue
    const page = Uint8Array.from(await found.reader.bytes(start, Math.min(PAGE_MAX_BYTES, end - start)))
    for (const place of here) page[place - start] = 32
    page.fill(0, CHECKSUM_AT, CHECKSUM_AT + 4)
    const checksum = checksumOf(page)
    const littleEndian = [0, 8, 16, 24].map((shift) => (checksum >>> shift) & 255)
    found.replace([], start + CHECKSUM_AT, 4, littleEndian)
    for (const { from, length } of runsOf(here)) found.blankText([], from, length)
  }
}

function* runsOf(places: number[]): Generator<{ from: number; length: number }> {
  let from = 0
  for (let at = 1; at <= places.length; at++) {
    if (at < places.length && places[at] === places[at - 1]! + 1) continue
    yield { from: places[from]!, length: at - from }
    from = at
  }
}

/** Returns the CRC-32 as Ogg defines it: polynomial 0x04c11db7, not reflected, from 0. */
function checksumOf(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  }
  return sum >>> 0
}
