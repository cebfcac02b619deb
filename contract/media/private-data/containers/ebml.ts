import type { ByteReader } from '../byte-reader.ts'
import type { Collector } from '../collector.ts'
import type { PrivateKind } from '../private-data.ts'

/** An element of Matroska: the offsets of its id, of its content and of its end. */
export interface Element {
  id: number
  start: number
  body: number
  end: number
  /**
   * Whether the element has no size and ends at the first element that cannot be part of it. In that case `end` is the
   * end of its parent.
   */
  isUnsized: boolean
}

export const VOID = 0xec
export const CRC_32 = 0xbf
const VOID_HEADER_MAX_BYTES = 9

/** Reads the element at an offset. @returns `undefined` if none begins there. */
export async function elementAt(reader: ByteReader, start: number, limit: number): Promise<Element | undefined> {
  const bytes = await reader.bytes(start, Math.min(12, limit - start))
  const idLength = Math.clz32(bytes[0] ?? 0) - 23
  const sizeLength = Math.clz32(bytes[idLength] ?? 0) - 23
  if (idLength > 4 || sizeLength > 8 || bytes.length < idLength + sizeLength) return undefined
  let id = 0
  for (const byte of bytes.subarray(0, idLength)) id = id * 256 + byte
  const [first = 0, ...others] = bytes.subarray(idLength, idLength + sizeLength)
  const mask = 2 ** (8 - sizeLength) - 1
  let size = first & mask
  for (const byte of others) size = size * 256 + byte
  const isUnsized = (first & mask) === mask && others.every((byte) => byte === 255)
  const body = start + idLength + sizeLength
  return { id, start, body, end: isUnsized ? limit : Math.min(limit, body + size), isUnsized }
}

/** Yields the elements of a range, up to the first offset at which none begins. */
async function* elementsIn(reader: ByteReader, from: number, to: number): AsyncGenerator<Element> {
  for (let at = from; at < to;) {
    const element = await elementAt(reader, at, to)
    if (!element) return
    yield element
    at = element.end
  }
}

/** Reads an element's children. If a child is changed, the element's checksum is removed. Void elements are blanked. */
export async function readChildren(
  found: Collector,
  { body, end }: Element,
  read: (child: Element) => Promise<void>,
): Promise<void> {
  const before = found.editsCount
  let checksum: Element | undefined
  for await (const child of elementsIn(found.reader, body, end)) {
    if (child.id === CRC_32) checksum = child
    else if (child.id === VOID) await found.blank(['note'], child.body, child.end - child.body)
    else await read(child)
  }
  if (checksum && found.editsCount > before) makeVoid(found, checksum, [])
}

/** Turns an element into a void, which players skip. */
export function makeVoid(found: Collector, { start, end }: Element, kinds: Iterable<PrivateKind>): void {
  const length = end - start
  // The size takes one byte or eight.
  const header = length <= 128 ? [VOID, 0x80 | (length - 2)] : [VOID, 1, ...bigEndian(length - VOID_HEADER_MAX_BYTES)]
  found.replace(kinds, start, length, header)
}

function bigEndian(value: number): number[] {
  return Array.from({ length: 7 }, (_, at) => Math.floor(value / 256 ** (6 - at)) % 256)
}
