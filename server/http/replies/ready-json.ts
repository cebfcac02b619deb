import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { acceptsGzip, compress } from './compression.ts'
import { matchesEtag } from './etag.ts'

/** A whole reply, made for one viewer. */
export class ReadyJson {
  readonly body: string

  constructor(body: string) {
    this.body = body
  }
}

/** The reply for all visitors: serialised bytes, which shared caches may keep for a second. */
export class PublicText {
  readonly plain: PublicBytes
  readonly #contentType: string
  #compressed: PublicBytes | Promise<PublicBytes> | undefined

  constructor(text: string, contentType: string) {
    this.#contentType = contentType
    this.plain = new PublicBytes(Buffer.from(text), contentType)
  }

  /**
   * Returns the compressed reply. It is compressed once, for the first client that accepts gzip, and in the background
   * if it is large. A small reply stays uncompressed.
   */
  compressed(): PublicBytes | Promise<PublicBytes> {
    this.#compressed ??= this.#compress().then((bytes) => (this.#compressed = bytes))
    return this.#compressed
  }

  async #compress(): Promise<PublicBytes> {
    const body = await compress(this.plain.body)
    return body ? new PublicBytes(body, this.#contentType, 'gzip') : this.plain
  }
}

export class PublicJson extends PublicText {
  constructor(json: string) {
    super(json, 'application/json; charset=utf-8')
  }
}

/** One of the encodings of a public reply. */
class PublicBytes {
  readonly body: Buffer
  /** The tag is the same in every process, and different for each encoding. */
  readonly etag: string
  readonly #contentType: string
  readonly #encoding: 'gzip' | undefined
  #headers: string[] | undefined

  constructor(body: Buffer, contentType: string, encoding?: 'gzip') {
    this.body = body
    this.#contentType = contentType
    this.#encoding = encoding
    this.etag = `"${hash('sha1', body, 'base64url')}"`
  }

  /** Returns names and values alternately, which is the fastest form for Node. */
  headers(securityHeaders: Readonly<Record<string, string>>): string[] {
    this.#headers ??= Object.entries({
      ...securityHeaders,
      'content-type': this.#contentType,
      ...(this.#encoding && { 'content-encoding': this.#encoding }),
      'content-length': String(this.body.length),
      etag: this.etag,
      // With a cookie the reply may differ, so caches must keep replies to requests with and without cookies apart.
      vary: 'Cookie, Accept-Encoding',
      'cache-control': 'public, max-age=0, s-maxage=1',
    }).flat()
    return this.#headers
  }
}

/** @param headers The request's headers. */
export async function sendReady(
  headers: IncomingHttpHeaders,
  reply: FastifyReply,
  { body }: ReadyJson,
): Promise<FastifyReply> {
  reply.header('content-type', 'application/json; charset=utf-8')
  const compressed = acceptsGzip(headers['accept-encoding']) ? await compress(body) : undefined
  return compressed ? reply.header('content-encoding', 'gzip').send(compressed) : reply.send(body)
}

/** Bypasses Fastify's hooks, which would take longer than everything else here. */
export function sendPublic(headers: IncomingHttpHeaders, reply: FastifyReply, ready: PublicText) {
  const bytes = acceptsGzip(headers['accept-encoding']) ? ready.compressed() : ready.plain
  // The bytes are nearly always available at once. Waiting for a turn of the event loop would cost throughput.
  return bytes instanceof Promise
    ? bytes.then((made) => sendBytes(headers, reply, made))
    : sendBytes(headers, reply, bytes)
}

function sendBytes(headers: IncomingHttpHeaders, reply: FastifyReply, bytes: PublicBytes): FastifyReply {
  const { raw } = reply.hijack()
  const isKnown = matchesEtag(headers['if-none-match'], bytes.etag)
  raw.writeHead(isKnown ? 304 : 200, bytes.headers(reply.server.securityHeaders))
  raw.end(isKnown ? undefined : bytes.body)
  return reply
}
