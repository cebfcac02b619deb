import { promisify } from 'node:util'
import { brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'

const gzipOnThread = promisify(gzip)

/** Size below which a body fits into one packet, so compressing it gains nothing. */
const LEAST_BYTES = 1_400
/** Compresses a page of 40 kB to 11 kB in 0.13 ms. Higher levels save 1 kB more for eight times the time. */
const LEVEL = 1
/** Size, in bytes or UTF-16 units, beyond which compression would delay other requests. */
const LARGE_LENGTH = 100_000

const [gzipAccepted, brotliAccepted] = [accepts('gzip'), accepts('br')]

/** Compresses a body with gzip, on another thread if it is large; `undefined` if that is not worthwhile. */
export async function compress(body: string | Buffer): Promise<Buffer | undefined> {
  if (body.length < LEAST_BYTES) return undefined
  return body.length < LARGE_LENGTH ? gzipSync(body, { level: LEVEL }) : gzipOnThread(body, { level: LEVEL })
}

/** Matches a header that names `encoding` without excluding it. */
function accepts(encoding: string): RegExp {
  return new RegExp(`(^|,)\\s*${encoding}\\s*(,|$|;\\s*q\\s*=\\s*(1|0?\\.0*[1-9]))`, 'i')
}

export function acceptsGzip(acceptEncoding: string | string[] | undefined): boolean {
  return gzipAccepted.test(String(acceptEncoding ?? ''))
}

/** Compresses an HTML page with an accepted encoding; `undefined` if that is not worthwhile. */
function compressPage(
  html: string,
  acceptEncoding: string | string[] | undefined,
): { body: Buffer; encoding: 'br' | 'gzip' } | undefined {
  if (html.length < LEAST_BYTES) return undefined
  const accepted = String(acceptEncoding ?? '')
  if (brotliAccepted.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: LEVEL, [constants.BROTLI_PARAM_SIZE_HINT]: html.length }
    return { body: brotliCompressSync(html, { params }), encoding: 'br' }
  }
  return gzipAccepted.test(accepted) ? { body: gzipSync(html, { level: LEVEL }), encoding: 'gzip' } : undefined
}

/** Sends a page, compressed if the browser accepts it. Pages differ, so they cannot be compressed in advance. */
export function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  reply.type('text/html; charset=utf-8').header('vary', 'Accept-Encoding')
  const compressed = compressPage(html, reply.request.headers['accept-encoding'])
  return compressed ? reply.header('content-encoding', compressed.encoding).send(compressed.body) : reply.send(html)
}
