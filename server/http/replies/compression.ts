import { promisify } from 'node:util'
import { brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

const gzipOnThread = promisify(gzip)

/** What fits into a packet takes as long whatever its size. */
const LEAST_BYTES = 1_400
/** Of a page of 40 kB this leaves 11 and takes 0.13 ms; the levels above save 1 kB more for eight times as long. */
const LEVEL = 1
/** From a hundred kilobytes on, compressing takes longer than anybody else should wait. In bytes, or UTF-16 units. */
const LARGE_LENGTH = 100_000

const [gzipAccepted, brotliAccepted] = [accepts('gzip'), accepts('br')]

/** A reply's body in gzip; `undefined` where that is not worth it. */
export function compress(body: string | Buffer): Buffer | undefined {
  return body.length < LEAST_BYTES ? undefined : gzipSync(body, { level: LEVEL })
}

/** The same on another thread where it takes long. */
export async function compressAside(body: string | Buffer): Promise<Buffer | undefined> {
  return body.length < LARGE_LENGTH ? compress(body) : gzipOnThread(body, { level: LEVEL })
}

/** What matches a header that names `encoding`, and not to exclude it. */
function accepts(encoding: string): RegExp {
  return new RegExp(`(^|,)\\s*${encoding}\\s*(,|$|;\\s*q\\s*=\\s*(1|0?\\.0*[1-9]))`, 'i')
}

/** Whether an `Accept-Encoding` header names gzip, and not to exclude it. */
export function acceptsGzip(acceptEncoding: string | string[] | undefined): boolean {
  return gzipAccepted.test(String(acceptEncoding ?? ''))
}

/** A page of HTML in what an `Accept-Encoding` header names; `undefined` where that is not worth it. */
export function compressPage(
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
