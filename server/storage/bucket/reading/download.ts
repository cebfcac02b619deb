import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { eachOf } from '../../../concurrency/each-of.ts'

/** How many ranges are fetched at a time. */
const RANGES_AT_ONCE = 4

/** Bytes at each end that nearly always contain what programs read to find a clip's length and first picture. */
const END_BYTES = 8 * 1024 ** 2

export interface Range {
  start: number
  end: number
}

/**
 * Writes ranges of an object into a new file, each at its offset.
 *
 * @throws If a range is cut off.
 */
export async function download(read: (range: Range) => Readable, ranges: Range[], path: string): Promise<void> {
  await using file = await open(path, 'wx')
  await eachOf(ranges, RANGES_AT_ONCE, async ({ start, end }) => {
    let at = start
    for await (const chunk of read({ start, end }) as AsyncIterable<Buffer>) {
      await file.write(chunk, 0, chunk.length, at)
      at += chunk.length
    }
    if (at !== end + 1) throw new Error(`The object has ended before byte ${end}`)
  })
}

/** Returns the first and the last range of an object; `undefined` if the two ranges would cover the whole object. */
export function endsOf(sizeBytes: number): Range[] | undefined {
  if (sizeBytes <= 2 * END_BYTES) return undefined
  return [
    { start: 0, end: END_BYTES - 1 },
    { start: sizeBytes - END_BYTES, end: sizeBytes - 1 },
  ]
}

export function sizeOf(ranges: Range[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end + 1 - start, 0)
}

/**
 * Returns the name of a fetched file in the cache. It depends on the content, because an object may change until it is
 * published.
 */
export function nameOf(key: string, content: string): string {
  return createHash('sha256').update(`${key} ${content}`).digest('hex')
}
