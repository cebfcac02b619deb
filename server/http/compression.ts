import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'

const gzipOnThread = promisify(gzip)

/** What fits into a packet takes as long whatever its size. */
const LEAST_BYTES = 1_400
/** Of a page of 40 kB this leaves 11 and takes 0.13 ms; the levels above save 1 kB more for eight times as long. */
const LEVEL = 1
/** From a hundred kilobytes on, compressing takes longer than anybody else should wait. In UTF-16 units. */
const LARGE_LENGTH = 100_000

/** A reply's body in gzip; `undefined` where that is not worth it. */
export function compress(body: string | Buffer): Buffer | undefined {
  return body.length < LEAST_BYTES ? undefined : gzipSync(body, { level: LEVEL })
}

/** The same on another thread where it takes long, for what is compressed anew for each reader. */
export async function compressAside(body: string): Promise<Buffer | undefined> {
  return body.length < LARGE_LENGTH ? compress(body) : gzipOnThread(body, { level: LEVEL })
}

/** Whether an `Accept-Encoding` header names gzip, and not to exclude it. */
export function acceptsGzip(acceptEncoding: string | string[] | undefined): boolean {
  return /(^|,)\s*gzip\s*(,|$|;\s*q\s*=\s*(1|0?\.0*[1-9]))/i.test(String(acceptEncoding ?? ''))
}
