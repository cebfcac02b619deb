import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '../storage/storage.ts'

/**
 * Parses a `Range` header (RFC 9110, section 14.2) for a body of `sizeBytes`.
 *
 * @returns The range to send. `undefined` to send the whole body: without a header, or with another unit, several
 *   ranges or a malformed one, which servers may ignore. `'unsatisfiable'` for a range outside of the body. Numbers
 *   beyond 2^53 lose precision, so two of them may compare as equal. No body is that long.
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= sizeBytes ? 'unsatisfiable' : { start, end }
}

/**
 * Returns the range that a request asks for, like `parseRange`. HTTP defines ranges for GET only (RFC 9110, section
 * 14.2). A range of another version of the body is ignored.
 */
export function requestedRange(
  { method, headers }: FastifyRequest,
  { etag, sizeBytes }: { etag: string; sizeBytes: number },
) {
  const ifRange = headers['if-range']
  return method === 'GET' && (!ifRange || ifRange === etag) ? parseRange(headers.range, sizeBytes) : undefined
}

/** Sets the headers of a reply with a range, or with the whole body. @returns The bytes to send. */
export function setRange(reply: FastifyReply, range: ByteRange | undefined, sizeBytes: number): ByteRange {
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 }
  if (range) reply.status(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`)
  reply.header('content-length', end - start + 1)
  return { start, end }
}

/** Sets the headers of a reply to a range outside of the body. */
export function setUnsatisfiable(reply: FastifyReply, sizeBytes: number): FastifyReply {
  return reply.status(416).header('content-range', `bytes */${sizeBytes}`)
}
