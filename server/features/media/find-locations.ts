import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { ByteSpan } from './fragments.ts'

/** More than what a camera says of a film: boxes that are looked at, and bytes that are read of one. */
const BOXES_MAX = 10_000
const METADATA_MAX_BYTES = 100_000
const LOCATIONS_MAX = 100

/** A point on Earth as ISO 6709 writes it: `+52.5200+013.4050+034.000/`. */
const point = /[+-]\d{2,6}(?:\.\d+)?[+-]\d{3,7}(?:\.\d+)?(?:[+-]\d+(?:\.\d+)?)?(?:CRS\w+)?\//g

interface Box extends ByteSpan {
  type: string
}

/**
 * Where an MP4 or MOV says in which place it was filmed: phones write it into what they say of the film or of a track, as
 * text or as 3GPP's box `loci`. Zeros in its place leave a file that plays as before.
 */
export function findLocations(filePath: string): ByteSpan[] {
  const file = openSync(filePath, 'r')
  try {
    return metadataOf(file)
      .flatMap((box) => locationsIn(file, box))
      .slice(0, LOCATIONS_MAX)
  } finally {
    closeSync(file)
  }
}

/** What is said of the film and of its tracks; `loci` apart. */
function metadataOf(file: number): Box[] {
  const found: Box[] = []
  const pending: Box[] = [{ type: '', offset: 0, sizeBytes: fstatSync(file).size }]
  let boxesCount = 0
  for (const box of pending) {
    for (const child of boxesIn(file, box)) {
      if (++boxesCount > BOXES_MAX) return found
      if (['moov', 'trak', 'udta'].includes(child.type)) pending.push(child)
      if (['udta', 'meta', 'loci'].includes(child.type)) found.push(child)
    }
  }
  return found
}

/** The boxes in a box: offset and size without the headers. Ends where sizes make no sense. */
function* boxesIn(file: number, { offset, sizeBytes }: ByteSpan): Generator<Box> {
  const header = Buffer.alloc(16)
  const end = offset + sizeBytes
  for (let at = offset; at + 16 <= end && readSync(file, header, 0, 16, at) === 16;) {
    const short = header.readUInt32BE(0)
    const headerBytes = short === 1 ? 16 : 8
    const boxBytes = short === 1 ? Number(header.readBigUInt64BE(8)) : short
    if (boxBytes < headerBytes) return
    const boxEnd = Math.min(end, at + boxBytes)
    yield { type: header.toString('latin1', 4, 8), offset: at + headerBytes, sizeBytes: boxEnd - at - headerBytes }
    at += boxBytes
  }
}

function locationsIn(file: number, { type, offset, sizeBytes }: Box): ByteSpan[] {
  const bytes = Buffer.alloc(Math.min(sizeBytes, METADATA_MAX_BYTES))
  const text = bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, offset))
  if (type === 'loci') return [{ offset, sizeBytes: text.length }]
  return [...text.matchAll(point)].map(({ index, 0: { length } }) => ({ offset: offset + index, sizeBytes: length }))
}
