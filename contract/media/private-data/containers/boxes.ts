import type { ByteReader } from '../byte-reader.ts'

/** A box of an MP4 or MOV: the offsets of its header, of its content and of its end. */
export interface Box {
  type: string
  start: number
  body: number
  end: number
}

/** Id of the `uuid` box that holds content credentials and similar content (C2PA, ISO 19566-5). */
export const C2PA_UUID = 'd8fec3d61b0e483c92975828877ec481'
/** Id of the `uuid` box that holds XMP. */
export const XMP_UUID = 'be7acfcb97a942e89c71999491e3afac'

/** Yields the boxes of a range. Bytes that are not a valid box are yielded last, without a type. */
export async function* boxesIn(reader: ByteReader, from: number, to: number): AsyncGenerator<Box> {
  const limit = Math.min(to, reader.sizeBytes)
  for (let start = from; start < limit;) {
    const header = await reader.view(start, Math.min(16, limit - start))
    const box = header.byteLength < 8 ? undefined : boxOf(header, start, limit)
    yield box ?? { type: '', start, body: start, end: limit }
    start = box?.end ?? limit
  }
}

function boxOf(header: DataView, start: number, limit: number): Box | undefined {
  const short = header.getUint32(0)
  const isLong = short === 1
  if (isLong && header.byteLength < 16) return undefined
  // 0 means up to the end of the parent. Only damaged files have a size beyond that end.
  const sizeBytes = isLong ? Number(header.getBigUint64(8)) : short === 0 ? limit - start : short
  const headerBytes = isLong ? 16 : 8
  if (sizeBytes < headerBytes) return undefined
  const type = String.fromCharCode(...[4, 5, 6, 7].map((at) => header.getUint8(at)))
  return { type, start, body: start + headerBytes, end: Math.min(limit, start + sizeBytes) }
}

export function lengthOf({ body, end }: Box): number {
  return end - body
}
