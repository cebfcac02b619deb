import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Edit } from '../../../../contract/media/private-data/private-data.ts'
import { eachOf } from '../../../concurrency/each-of.ts'
import { writeWhole } from '../../disk/disk-files.ts'
import type { ByteRange } from '../../storage.ts'

/** Number of consecutive replies without a single byte after which reading fails. */
const TRIES_MAX = 3

/** How many ranges are fetched at a time. */
const RANGES_AT_ONCE = 4

/** Bytes at each end that nearly always contain what programs read to find a clip's length and first picture. */
const END_BYTES = 8 * 1024 ** 2

/** Requests a range of an object; `undefined` if the object does not exist. */
type GetRange = (range: ByteRange, signal: AbortSignal) => Promise<Readable | undefined>

/**
 * Streams a range of an object, and continues after a broken connection. Destroying the stream ends the request.
 *
 * @param options.isWhole Whether an object that ends before the range does is an error.
 */
export function readRange(get: GetRange, range: ByteRange, { isWhole = false } = {}): Readable {
  const gone = new AbortController()
  const stream = Readable.from(bytesOf(get, range, gone.signal, isWhole), { objectMode: false, highWaterMark: 0 })
  const destroy = stream._destroy.bind(stream)
  // The stream closes only after the request has ended. A silent server would delay that, so the request is aborted.
  stream._destroy = (error, done) => {
    gone.abort()
    destroy(error, done)
  }
  return stream
}

async function* bytesOf(
  get: GetRange,
  { start, end }: ByteRange,
  signal: AbortSignal,
  isWhole: boolean,
): AsyncGenerator<Buffer> {
  let at = start
  let failures = 0
  while (at <= end) {
    const body = await get({ start: at, end }, signal)
    if (!body) throw Object.assign(new Error('ENOENT: there is no such object'), { code: 'ENOENT' })
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        at += chunk.length
        failures = 0
        yield chunk
      }
      break
    } catch (error) {
      if (signal.aborted || ++failures === TRIES_MAX) throw error
    } finally {
      body.destroy()
    }
  }
  if (isWhole && at <= end) throw endedBefore(end)
}

/** Blanks the part of a range that lies in these bytes. @param start Offset of the bytes in the object. */
export function blankBytes(
  bytes: Buffer,
  start: number,
  { offset, sizeBytes, start: text = '', fill = 0 }: Edit,
): void {
  const from = Math.max(0, offset - start)
  bytes.fill(fill, from, Math.min(bytes.length, offset + sizeBytes - start))
  const beginning = Buffer.from(text, 'hex')
  // The range may begin before these bytes or continue after them.
  beginning.copy(bytes, from, Math.max(0, start - offset))
}

/** Writes ranges of an object into a new file, each at its offset. @throws If a range is cut off. */
export async function download(read: (range: ByteRange) => Readable, ranges: ByteRange[], path: string): Promise<void> {
  await using file = await open(path, 'wx')
  await eachOf(ranges, RANGES_AT_ONCE, async ({ start, end }) => {
    let at = start
    for await (const chunk of read({ start, end }) as AsyncIterable<Buffer>) {
      await writeWhole(file, chunk, at)
      at += chunk.length
    }
    if (at !== end + 1) throw endedBefore(end)
  })
}

function endedBefore(byte: number): Error {
  return new Error(`The object has ended before byte ${byte}`)
}

/** Returns the first and the last range of an object; `undefined` if the two ranges would cover the whole object. */
export function endsOf(sizeBytes: number): ByteRange[] | undefined {
  if (sizeBytes <= 2 * END_BYTES) return undefined
  return [
    { start: 0, end: END_BYTES - 1 },
    { start: sizeBytes - END_BYTES, end: sizeBytes - 1 },
  ]
}

export function sizeOf(ranges: ByteRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end + 1 - start, 0)
}
