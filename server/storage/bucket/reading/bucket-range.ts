import { Readable } from 'node:stream'
import type { BlankedPart } from '../../storage.ts'

/** How many replies in a row may end early before that is an error. */
const TRIES_MAX = 3

interface Range {
  start: number
  end: number
}

/** Requests a range of an object; `undefined` if the object does not exist. */
type GetRange = (range: Range, signal: AbortSignal) => Promise<Readable | undefined>

/**
 * A range of an object as a stream. When a connection ends early, the missing bytes are requested again. Destroying the
 * stream ends the request.
 */
export function readRange(get: GetRange, range: Range): Readable {
  const gone = new AbortController()
  const stream = Readable.from(bytesOf(get, range, gone.signal), { objectMode: false, highWaterMark: 0 })
  const destroy = stream._destroy.bind(stream)
  // The stream closes only after the request has ended, which a silent server may delay.
  stream._destroy = (error, done) => {
    gone.abort()
    destroy(error, done)
  }
  return stream
}

async function* bytesOf(get: GetRange, { start, end }: Range, signal: AbortSignal): AsyncGenerator<Buffer> {
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
      return
    } catch (error) {
      if (signal.aborted || ++failures === TRIES_MAX) throw error
    } finally {
      body.destroy()
    }
  }
}

/** Blanks the part of a range that lies in these bytes. @param start Offset of the bytes in the object. */
export function blankBytes(
  bytes: Buffer,
  start: number,
  { offset, sizeBytes, start: text = '', fill = 0 }: BlankedPart,
): void {
  const from = Math.max(0, offset - start)
  bytes.fill(fill, from, Math.min(bytes.length, offset + sizeBytes - start))
  const beginning = Buffer.from(text, 'hex')
  // The range may begin before these bytes or continue after them.
  beginning.copy(bytes, from, Math.max(0, start - offset))
}
