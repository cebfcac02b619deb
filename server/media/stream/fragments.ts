import { closeSync, openSync, readSync } from 'node:fs'

export interface ByteSpan {
  offset: number
  sizeBytes: number
}

/**
 * Reads the outermost boxes of a fragmented MP4 that we wrote.
 *
 * @returns The positions of its head and of each fragment (a `moof` with its `mdat`).
 */
export function locateFragments(path: string): { head: ByteSpan; fragments: ByteSpan[] } {
  const file = openSync(path, 'r')
  try {
    const head: ByteSpan = { offset: 0, sizeBytes: 0 }
    const fragments: ByteSpan[] = []
    for (const { type, offset, sizeBytes } of boxesOf(file)) {
      const last = fragments.at(-1)
      if (type === 'moof') fragments.push({ offset, sizeBytes })
      else if (type === 'mdat' && last) last.sizeBytes += sizeBytes
      else if (!last) head.sizeBytes += sizeBytes
    }
    return { head, fragments }
  } finally {
    closeSync(file)
  }
}

function* boxesOf(file: number): Generator<{ type: string; offset: number; sizeBytes: number }> {
  const header = Buffer.alloc(16)
  for (let offset = 0; readSync(file, header, 0, 16, offset) >= 8;) {
    const type = header.toString('latin1', 4, 8)
    const short = header.readUInt32BE(0)
    const sizeBytes = short === 1 ? Number(header.readBigUInt64BE(8)) : short
    if (sizeBytes < 8) throw new Error(`A box '${type}' of ${sizeBytes} bytes at ${offset}`)
    yield { type, offset, sizeBytes }
    offset += sizeBytes
  }
}
