const DEPTH_MAX = 32
const utf8 = new TextDecoder()
/** The marker at the end of an item that has no length. */
const end = Symbol('end')

/**
 * Decodes one CBOR item (RFC 8949). Maps become objects, byte strings become views, and tags are ignored. Null,
 * fractions and byte strings in pieces become `undefined`.
 *
 * @throws {RangeError} If it is truncated, or nested deeper than any manifest.
 */
export function decodeCbor(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0

  function readItem(depth: number): unknown {
    if (depth > DEPTH_MAX) throw new RangeError('Nested too deeply')
    const first = view.getUint8(at++)
    const [type, info] = [first >> 5, first & 31]
    if (type === 7) return readSimple(info)
    const count = info === 31 ? Infinity : readNumber(info)
    if (type === 0) return count
    if (type === 1) return -1 - count
    if (type === 6) return readItem(depth + 1)
    if (type < 4) return readString(type, count, depth)
    const items: unknown[] = []
    // Reading past the end throws, so a false count cannot make this loop longer than the bytes.
    for (let left = type === 5 ? count * 2 : count; left > 0; left--) {
      const item = readItem(depth + 1)
      if (item === end) break
      items.push(item)
    }
    return type === 4 ? items : Object.fromEntries(pairs(items))
  }

  function readNumber(info: number): number {
    if (info < 24) return info
    const size = 2 ** (info - 24)
    const from = at
    at += size
    if (size === 1) return view.getUint8(from)
    if (size === 2) return view.getUint16(from)
    return size === 4 ? view.getUint32(from) : Number(view.getBigUint64(from))
  }

  function readSimple(info: number): unknown {
    if (info === 31) return end
    if (info >= 24) readNumber(info)
    return info === 20 || info === 21 ? info === 21 : undefined
  }

  function readString(type: number, count: number, depth: number): unknown {
    if (count === Infinity) {
      const parts: string[] = []
      for (let part = readItem(depth + 1); part !== end; part = readItem(depth + 1)) parts.push(String(part))
      return type === 3 ? parts.join('') : undefined
    }
    const piece = bytes.subarray(at, at + count)
    if (piece.length < count) throw new RangeError('Truncated')
    at += count
    return type === 3 ? utf8.decode(piece) : piece
  }

  return readItem(0)
}

function* pairs(items: unknown[]): Generator<[string, unknown]> {
  for (let at = 0; at + 1 < items.length; at += 2) yield [String(items[at]), items[at + 1]]
}
