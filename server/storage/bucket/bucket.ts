import type { CompletedPart, S3 } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { eachOf } from '../../concurrency/each-of.ts'
import type { AppError } from '../../errors/app-error.ts'
import { counted } from '../../format/in-words.ts'
import type { ByteRange, ListedObject } from '../storage.ts'
import type { BucketAddress, BucketKeys } from './bucket-address.ts'
import {
  asUnavailable,
  isRefusal,
  orMissing,
  orNoSuchUpload,
  orUnavailable,
  statusOf,
  unavailable,
} from './bucket-errors.ts'

/** How many requests run at a time in bulk work, such as single deletes. */
export const AT_ONCE = 16

/** Milliseconds without traffic after which a connection is closed. */
const SILENCE_MS = 30_000

/** Connections of this process to the bucket. A slow viewer occupies one for a long time. */
const CONNECTIONS_MAX = 1_000

export interface Listed extends ListedObject {
  etag: string
}

export interface Part {
  number: number
  sizeBytes: number
  etag: string
}

/**
 * One bucket of an S3 server. It uses only features of all such servers: no conditional writes, tags, lifecycle rules
 * or ACLs. Bodies have a known length and no trailing checksum, because many servers refuse bodies of other kinds. A
 * failing request is tried up to four times, and then counts as UNAVAILABLE.
 */
export class Bucket {
  readonly name: string
  readonly #s3: S3
  /** Whether the server has refused to delete several objects in one request. */
  refusesBatches = false

  private constructor(s3: S3, name: string) {
    this.#s3 = s3
    this.name = name
  }

  /** Loads the S3 client, which takes 33 MB of memory. Sends no request. */
  static async open(address: BucketAddress, keys?: BucketKeys): Promise<Bucket> {
    const { S3: Client } = await import('@aws-sdk/client-s3')
    const agent = { keepAlive: true, maxSockets: CONNECTIONS_MAX }
    const s3 = new Client({
      region: address.region,
      ...(address.endpoint && { endpoint: address.endpoint }),
      forcePathStyle: address.isPathStyle,
      ...(keys && { credentials: keys }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      expectContinueHeader: false,
      maxAttempts: 4,
      requestHandler: {
        connectionTimeout: 2_000,
        requestTimeout: 0,
        socketTimeout: SILENCE_MS,
        httpAgent: agent,
        httpsAgent: agent,
      },
    })
    return new Bucket(s3, address.bucket)
  }

  close(): void {
    this.#s3.destroy()
  }

  /** @throws The server's error if the bucket is missing or access is denied. */
  async require(): Promise<void> {
    await this.#s3.headBucket({ Bucket: this.name })
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    await orUnavailable(this.#s3.putObject({ ...this.#at(key), Body: bytes, ContentLength: bytes.length }))
  }

  /** @returns Whether the server refuses to replace an object if the request says so. Reverie does not rely on it. */
  async honoursIfNoneMatch(key: string): Promise<boolean> {
    try {
      await this.#s3.putObject({ ...this.#at(key), Body: Buffer.alloc(1), ContentLength: 1, IfNoneMatch: '*' })
      return false
    } catch (error) {
      return statusOf(error) === 412
    }
  }

  /** @returns `undefined` if the object or the bucket does not exist: the reply does not say which. */
  async head(key: string): Promise<Omit<Listed, 'key'> | undefined> {
    const found = await orMissing(this.#s3.headObject(this.#at(key)))
    return found && listedOf(found.ContentLength, found.LastModified, found.ETag)
  }

  /** @returns The bytes as they arrive, none beyond the object's end; `undefined` if the object does not exist. */
  async get(key: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | undefined> {
    const wanted = { ...this.#at(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }
    try {
      const found = await orMissing(this.#s3.getObject(wanted, signal && { abortSignal: signal }))
      return found?.Body as Readable | undefined
    } catch (error) {
      if (statusOf((error as AppError).cause) === 416) return Readable.from([])
      throw error
    }
  }

  /** Signs path and query of an address. Anyone can read the object there for the given time. Sends no request. */
  async signedPath(key: string, seconds: number): Promise<string> {
    const [{ GetObjectCommand }, { getSignedUrl }] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/s3-request-presigner'),
    ])
    const signed = await getSignedUrl(this.#s3, new GetObjectCommand(this.#at(key)), { expiresIn: seconds })
    return signed.slice(new URL(signed).origin.length)
  }

  async remove(key: string): Promise<void> {
    await orMissing(this.#s3.deleteObject(this.#at(key)))
  }

  /** Deletes up to 1,000 objects in one request if the server supports that, otherwise one by one. */
  async removeMany(keys: string[]): Promise<void> {
    if (keys.length > 1 && !this.refusesBatches && (await this.#removeBatch(keys))) return
    await eachOf(keys, AT_ONCE, (key) => this.remove(key))
  }

  /** @returns Whether the server supports such requests. */
  async #removeBatch(keys: string[]): Promise<boolean> {
    try {
      const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true }
      const { Errors = [] } = await this.#s3.deleteObjects({ Bucket: this.name, Delete })
      if (Errors.length > 0)
        throw unavailable(new Error(`Could not delete ${counted(Errors.length, 'object')}: ${Errors[0]?.Code}`))
      return true
    } catch (error) {
      // Some servers require a Content-MD5, which the client does not send; some do not know the request.
      if (!isRefusal(error)) throw asUnavailable(error)
      this.refusesBatches = true
      return false
    }
  }

  /** Lists objects in the order of their keys. */
  async *list(prefix: string): AsyncGenerator<Listed> {
    let from: string | undefined
    do {
      const page = await orUnavailable(
        this.#s3.listObjectsV2({ Bucket: this.name, Prefix: prefix, ...(from && { ContinuationToken: from }) }),
      )
      for (const { Key = '', Size, LastModified, ETag } of page.Contents ?? []) {
        yield { key: Key, ...listedOf(Size, LastModified, ETag) }
      }
      from = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (from)
  }

  /** @returns The upload's id. */
  async begin(key: string): Promise<string> {
    const begun = await orUnavailable(
      this.#s3.createMultipartUpload({ ...this.#at(key), ContentType: 'application/octet-stream' }),
    )
    return begun.UploadId ?? ''
  }

  /** @param number From 1. Sending a number again replaces the part. @throws {NoSuchUploadError} */
  async sendPart(key: string, uploadId: string, number: number, bytes: Buffer): Promise<Part> {
    const part = { ...this.#at(key), UploadId: uploadId, PartNumber: number, Body: bytes, ContentLength: bytes.length }
    const { ETag = '' } = await orNoSuchUpload(this.#s3.uploadPart(part))
    return { number, sizeBytes: bytes.length, etag: ETag }
  }

  /** Creates a part from a range of another object of this bucket; the bytes stay on the server. */
  async copyPart(
    from: string,
    { start, end }: ByteRange,
    { key, uploadId, number }: { key: string; uploadId: string; number: number },
  ): Promise<Part> {
    const { CopyPartResult } = await orNoSuchUpload(
      this.#s3.uploadPartCopy({
        ...this.#at(key),
        UploadId: uploadId,
        PartNumber: number,
        CopySource: `${this.name}/${from}`,
        CopySourceRange: `bytes=${start}-${end}`,
      }),
    )
    return { number, sizeBytes: end - start + 1, etag: CopyPartResult?.ETag ?? '' }
  }

  /** Lists the parts in order of their numbers. @throws {NoSuchUploadError} */
  async listParts(key: string, uploadId: string): Promise<Part[]> {
    const parts: Part[] = []
    let from: string | undefined
    do {
      const page = await orNoSuchUpload(
        this.#s3.listParts({ ...this.#at(key), UploadId: uploadId, ...(from && { PartNumberMarker: from }) }),
      )
      for (const { PartNumber = 0, Size = 0, ETag = '' } of page.Parts ?? []) {
        parts.push({ number: PartNumber, sizeBytes: Size, etag: ETag })
      }
      from = page.IsTruncated ? page.NextPartNumberMarker : undefined
    } while (from)
    return parts
  }

  /** Joins the parts to the object, replacing an existing one. May have succeeded even if it throws. */
  async complete(key: string, uploadId: string, parts: Part[]): Promise<void> {
    const Parts: CompletedPart[] = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }))
    await orNoSuchUpload(
      this.#s3.completeMultipartUpload({ ...this.#at(key), UploadId: uploadId, MultipartUpload: { Parts } }),
    )
  }

  /** Aborts an upload. Does nothing if it is over. */
  async abort(key: string, uploadId: string): Promise<void> {
    await orMissing(this.#s3.abortMultipartUpload({ ...this.#at(key), UploadId: uploadId }))
  }

  /** Lists uploads that are neither complete nor aborted. */
  async *unfinished(): AsyncGenerator<{ key: string; uploadId: string; begunAt: Date }> {
    let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {}
    for (;;) {
      const page = await orUnavailable(this.#s3.listMultipartUploads({ Bucket: this.name, ...from }))
      for (const { Key = '', UploadId = '', Initiated = new Date() } of page.Uploads ?? []) {
        yield { key: Key, uploadId: UploadId, begunAt: Initiated }
      }
      if (!page.IsTruncated) return
      from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
    }
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.name, Key: key }
  }
}

function listedOf(sizeBytes = 0, writtenAt = new Date(), etag = ''): Omit<Listed, 'key'> {
  return { sizeBytes, writtenAt, etag }
}
