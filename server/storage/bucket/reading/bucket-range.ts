import { Readable } from 'node:stream'

/** How often in a row a reply may end early before that is an error. */
const TRIES_MAX = 3

interface Range {
  start: number
  end: number
}

/** Asks for a range of an object; `undefined` if there is no such object. */
export type GetRange = (range: Range, signal: AbortSignal) => Promise<Readable | undefined>

/**
 * Part of an object of a bucket, as it comes. Where a connection ends early, what is missing is asked for again. The
 * request ends with the stream.
 */
export function readRange(get: GetRange, range: Range): Readable {
  const gone = new AbortController()
  const stream = Readable.from(bytesOf(get, range, gone.signal), { objectMode: false, highWaterMark: 0 })
  const destroy = stream._destroy.bind(stream)
  // It is closed only when the request has ended, for which a silent server may take long.
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
