import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { BucketAddress } from '../../storage/bucket/bucket-address.ts'
import { close, listen } from './listen.ts'

export interface S3Request {
  method: string
  /** Key of the object; empty for requests about the bucket. */
  key: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
}

/**
 * Faults. A request is refused, performed without a reply, or answered with an error inside a 200 reply (performed or
 * not). Its reply may also end early or never come.
 */
export type Fault =
  | { refuse: number; code: string }
  | 'lose the reply'
  | 'say it failed'
  | 'fail and say 200'
  | 'never reply'
  | { cutAfterBytes: number }

interface Stored {
  bytes: Buffer
  etag: string
  writtenAt: Date
}

interface Upload {
  key: string
  begunAt: Date
  parts: Map<number, Stored>
}

/**
 * An in-memory server of one bucket with the quirks of real servers that Reverie must handle. It refuses
 * `If-None-Match`, checksums that the client adds on its own, and bulk deletes without a Content-MD5. It also simulates
 * any fault that a test sets.
 */
export interface S3Stub {
  address: BucketAddress
  objects: Map<string, Stored>
  uploads: Map<string, Upload>
  /** Every request so far, oldest first. */
  requests: S3Request[]
  /** How many unanswered requests the client has given up. */
  abandoned: number
  /** Called for each request, until it is replaced. */
  misbehave: (request: S3Request) => Fault | undefined
  stop(): Promise<void>
}

export async function startS3Stub(): Promise<S3Stub> {
  const stub: S3Stub = {
    address: { bucket: 'reverie', endpoint: '', region: 'us-east-1', isPathStyle: true },
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    abandoned: 0,
    misbehave: () => undefined,
    stop: () => close(server),
  }
  const server = createServer((message, response) => {
    void serve(stub, message, response).catch((error: unknown) => response.destroy(error as Error))
  })
  stub.address.endpoint = `http://127.0.0.1:${await listen(server)}`
  return stub
}

interface Reply {
  status?: number
  headers?: Record<string, string | number>
  body?: string | Buffer
}

class Refusal extends Error {
  readonly status: number
  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

async function serve(stub: S3Stub, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(message.url ?? '', 'http://stub')
  const [bucket, ...path] = decodeURIComponent(url.pathname).slice(1).split('/')
  const { method = '', headers } = message
  const request = { method, key: path.join('/'), query: url.searchParams, headers }
  stub.requests.push(request)
  const body = await buffer(message)
  const fault = stub.misbehave(request)
  const reply = await Promise.resolve()
    .then(() => {
      if (typeof fault === 'object' && 'refuse' in fault) throw new Refusal(fault.refuse, fault.code)
      if (bucket !== stub.address.bucket) throw new Refusal(404, 'NoSuchBucket')
      if (fault === 'fail and say 200') return { body: errorXml('InternalError') }
      const done = answer(stub, request, body)
      return fault === 'say it failed' ? { body: errorXml('InternalError') } : done
    })
    .catch((error: unknown): Reply => {
      if (!(error instanceof Refusal)) throw error
      return { status: error.status, body: errorXml(error.message) }
    })
  if (fault === 'never reply') return void response.once('close', () => stub.abandoned++)
  if (fault === 'lose the reply') return void message.socket.destroy()
  const { status = 200, headers: extra = {}, body: bytes = '' } = reply
  response.writeHead(status, { 'content-length': Buffer.byteLength(bytes), ...extra })
  if (typeof fault === 'object' && 'cutAfterBytes' in fault && method === 'GET') {
    response.write(Buffer.from(bytes).subarray(0, fault.cutAfterBytes), () => message.socket.destroy())
    return
  }
  response.end(method === 'HEAD' ? undefined : bytes)
}

function answer(stub: S3Stub, request: S3Request, body: Buffer): Reply {
  const { method, key, query, headers } = request
  const uploadId = query.get('uploadId')
  if (headers['if-none-match'] || headers['x-amz-sdk-checksum-algorithm']) {
    throw new Refusal(501, 'NotImplemented')
  }
  if (uploadId !== null) return answerUpload(stub, request, uploadId, body)
  if (key === '') return answerBucket(stub, request)
  if (method === 'POST') {
    const id = randomUUID()
    stub.uploads.set(id, { key, begunAt: new Date(), parts: new Map() })
    return { body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>` }
  }
  if (method === 'PUT') {
    stub.objects.set(key, storedOf(body))
    return {}
  }
  if (method === 'DELETE') {
    stub.objects.delete(key)
    return { status: 204 }
  }
  const found = stub.objects.get(key)
  if (!found) throw new Refusal(404, 'NoSuchKey')
  const known = { etag: found.etag, 'last-modified': found.writtenAt.toUTCString() }
  const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '')
  if (!range) return { headers: { ...known, 'content-length': found.bytes.length }, body: found.bytes }
  if (Number(range[1]) >= found.bytes.length) throw new Refusal(416, 'InvalidRange')
  const part = found.bytes.subarray(Number(range[1]), Number(range[2]) + 1)
  const at = `bytes ${range[1]}-${Number(range[1]) + part.length - 1}/${found.bytes.length}`
  return { status: 206, headers: { ...known, 'content-range': at }, body: part }
}

function answerBucket({ objects, uploads }: S3Stub, { method, query }: S3Request): Reply {
  if (method === 'HEAD') return {}
  if (query.has('delete')) throw new Refusal(400, 'InvalidRequest')
  if (query.has('uploads')) {
    const items = [...uploads].map(
      ([id, { key, begunAt }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
    )
    return { body: `<ListMultipartUploadsResult>${items.join('')}</ListMultipartUploadsResult>` }
  }
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).toSorted()
  // Pages of two, instead of a thousand.
  const page = keys.slice(0, 2)
  const items = page.map((key) => {
    const { bytes, etag, writtenAt } = objects.get(key) as Stored
    return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><ETag>${etag}</ETag><LastModified>${writtenAt.toISOString()}</LastModified></Contents>`
  })
  const more =
    keys.length > 2 ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page[1]}</NextContinuationToken>` : ''
  return { body: `<ListBucketResult>${items.join('')}${more}</ListBucketResult>` }
}

function answerUpload(stub: S3Stub, request: S3Request, uploadId: string, body: Buffer): Reply {
  const { method, key, query, headers } = request
  const upload = stub.uploads.get(uploadId)
  if (upload?.key !== key) throw new Refusal(404, 'NoSuchUpload')
  if (method === 'DELETE') {
    stub.uploads.delete(uploadId)
    return { status: 204 }
  }
  if (method === 'PUT') {
    const part = storedOf(copiedBytes(stub, headers) ?? body)
    upload.parts.set(Number(query.get('partNumber')), part)
    const isCopy = headers['x-amz-copy-source'] !== undefined
    return isCopy
      ? { body: `<CopyPartResult><ETag>${part.etag}</ETag></CopyPartResult>` }
      : { headers: { etag: part.etag } }
  }
  const parts = [...upload.parts].toSorted(([a], [b]) => a - b)
  if (method === 'GET') {
    const items = parts.map(
      ([number, { bytes, etag }]) =>
        `<Part><PartNumber>${number}</PartNumber><Size>${bytes.length}</Size><ETag>${etag}</ETag></Part>`,
    )
    return { body: `<ListPartsResult>${items.join('')}</ListPartsResult>` }
  }
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) =>
    upload.parts.get(Number(number)),
  )
  if (named.length === 0 || named.includes(undefined)) throw new Refusal(400, 'InvalidPart')
  stub.objects.set(key, storedOf(Buffer.concat(named.map((part) => part?.bytes ?? Buffer.alloc(0)))))
  stub.uploads.delete(uploadId)
  return { body: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' }
}

/**
 * Returns the bytes of a part that is copied from an object. Returns `undefined` if the request brings them in its
 * body.
 */
function copiedBytes({ objects, address }: S3Stub, headers: IncomingMessage['headers']): Buffer | undefined {
  const source = headers['x-amz-copy-source']
  if (source === undefined) return undefined
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(String(headers['x-amz-copy-source-range'])) ?? []
  return objects.get(String(source).slice(address.bucket.length + 1))?.bytes.subarray(Number(start), Number(end) + 1)
}

function storedOf(bytes: Buffer): Stored {
  // The tag is not only the hash of the bytes. A real server's tag also depends on the sizes of the parts, so a
  // rewritten object gets a different one.
  const etag = `"${createHash('md5').update(bytes).digest('hex')}-${randomUUID().slice(0, 4)}"`
  return { bytes, etag, writtenAt: new Date() }
}

function errorXml(code: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`
}
