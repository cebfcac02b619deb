import { createReadStream } from 'node:fs'
import { totalmem } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { Edit } from '../../../contract/media/private-data/private-data.ts'
import { AppError } from '../../errors/app-error.ts'
import {
  type ByteRange,
  LEFT_OVER_AFTER_MS,
  type ListedObject,
  ObjectExistsError,
  ObjectTooLargeError,
  type Storage,
  type StoredObject,
} from '../storage.ts'
import { ArrivedParts } from './arrived-parts.ts'
import { orUnavailable } from './bucket-errors.ts'
import { AT_ONCE, type Bucket, type Listed, type Part } from './bucket.ts'
import { CHECKS, objectKey, OBJECTS } from './bucket-keys.ts'
import { blankBytes, download, endsOf, readRange, sizeOf } from './reading/ranges.ts'
import { atMost } from '../../concurrency/at-most.ts'
import { eachOf } from '../../concurrency/each-of.ts'
import { getOrLoad } from '../../concurrency/get-or-load.ts'
import { Semaphore } from '../../concurrency/semaphore.ts'
import type { FileCache } from './reading/file-cache.ts'
import { partsOf, PART_BYTES, PartWriter } from './part-writer.ts'

/** How many parts of one object are copied at a time. */
const COPIES_AT_ONCE = 4

/**
 * A signed address is valid for this many seconds, but reused for only one minute. It is reused because signing takes a
 * millisecond and a player requests many ranges.
 */
const GOOD_FOR_SECONDS = 300
const SIGN_AGAIN_AFTER_MS = 60_000
const MAX_SIGNED = 5_000

/** Milliseconds for which the result of a check of the bucket is reused. */
const CHECK_EVERY_MS = 2_000
const LEFTOVERS_EVERY_MS = 60 * 60 * 1000
/** Concurrent uploads of this process: 8, or more if their parts, two for each, fit in a quarter of the memory. */
const UPLOADS_MAX = Math.max(8, Math.floor(totalmem() / 4 / (2 * PART_BYTES)))

/**
 * Objects in a bucket, as `objects/{key}`. An object is created only by our request that completes its parts. Clients
 * never get an address at which the bucket accepts bytes. `ArrivedParts` holds the bytes that arrive by `append`.
 */
export class BucketStorage implements Storage {
  readonly #bucket: Bucket
  readonly #files: FileCache
  readonly #signedPaths = new LRUCache<string, Promise<string>>({ ...atMost(MAX_SIGNED), ttl: SIGN_AGAIN_AFTER_MS })
  readonly #uploads = new Semaphore(UPLOADS_MAX, { waitingMax: 0, refusal: tooManyUploads })
  #checked: Promise<void> | undefined
  #leftoversRemovedAt = 0

  constructor(bucket: Bucket, files: FileCache) {
    this.#bucket = bucket
    this.#files = files
  }

  write(key: string, source: Readable, { maxBytes }: { maxBytes: number }): Promise<{ sizeBytes: number }> {
    return this.#uploads.run(() => this.#write(key, source, maxBytes))
  }

  async writeFile(key: string, filePath: string): Promise<{ sizeBytes: number }> {
    return this.#write(key, createReadStream(filePath, { highWaterMark: 1024 ** 2 }), Infinity)
  }

  async append(key: string, source: AsyncIterable<Buffer>): Promise<void> {
    await this.#uploads.run(async () => {
      const arrived = (await ArrivedParts.find(this.#bucket, key)) ?? (await ArrivedParts.begin(this.#bucket, key))
      await arrived.add(source)
    })
  }

  async arrivedBytes(key: string): Promise<number> {
    const whole = await this.find(key)
    return whole?.sizeBytes ?? (await ArrivedParts.find(this.#bucket, key))?.sizeBytes ?? 0
  }

  async complete(key: string): Promise<void> {
    const arrived = await ArrivedParts.find(this.#bucket, key)
    // Some servers remember the parts of a completed upload.
    if (arrived && !(await this.find(key))) {
      const parts = await arrived.finish()
      await this.#complete(key, arrived.uploadId, parts)
    }
    await ArrivedParts.remove(this.#bucket, key)
  }

  async blank(key: string, edits: Edit[]): Promise<void> {
    const object = await this.#bucket.head(objectKey(key))
    if (!object) throw missing(key)
    if (edits.length === 0) return
    const uploadId = await this.#bucket.begin(objectKey(key))
    await this.#orAbort(key, uploadId, async () => {
      const parts = await eachOf(partsOf(object.sizeBytes), COPIES_AT_ONCE, async ({ number, start, end }) => {
        const inside = edits.filter(({ offset, sizeBytes }) => offset <= end && offset + sizeBytes > start)
        if (inside.length === 0) {
          return this.#bucket.copyPart(objectKey(key), { start, end }, { key: objectKey(key), uploadId, number })
        }
        const bytes = await buffer(this.read(key, { start, end }))
        for (const edit of inside) blankBytes(bytes, start, edit)
        return this.#bucket.sendPart(objectKey(key), uploadId, number, bytes)
      })
      await this.#complete(key, uploadId, parts, object)
    })
  }

  read(key: string, range: ByteRange, reply?: Writable): Readable {
    const get = (part: ByteRange, signal: AbortSignal) => this.#bucket.get(objectKey(key), part, signal)
    return readRange(get, range, { isWhole: reply !== undefined })
  }

  signedPath(key: string): Promise<string> {
    return getOrLoad(this.#signedPaths, key, () => this.#bucket.signedPath(objectKey(key), GOOD_FOR_SECONDS))
  }

  withFile<T>(key: string, use: (filePath: string) => Promise<T>): Promise<T> {
    return this.#withRanges(key, use, () => undefined)
  }

  withEnds<T>(key: string, use: (filePath: string) => Promise<T>): Promise<T> {
    return this.#withRanges(key, use, endsOf)
  }

  /** @param rangesOf Returns the ranges to fetch of an object of the given size; `undefined` for the whole object. */
  async #withRanges<T>(
    key: string,
    use: (filePath: string) => Promise<T>,
    rangesOf: (sizeBytes: number) => ByteRange[] | undefined,
  ): Promise<T> {
    const object = await this.#bucket.head(objectKey(key))
    if (!object) throw missing(key)
    const { sizeBytes, etag } = object
    const ranges = rangesOf(sizeBytes)
    // The file's length is that of the whole object. Ranges that were never written take no space.
    const fetch = (path: string) => download((range) => this.read(key, range), ranges ?? partsOf(sizeBytes), path)
    // An object may change until it is published.
    const name = [key, etag, ranges && 'ends'].join(' ')
    return this.#files.use(name, ranges ? sizeOf(ranges) : sizeBytes, fetch, use)
  }

  async find(key: string): Promise<StoredObject | undefined> {
    const found = await this.#bucket.head(objectKey(key))
    // The reply would be the same if the bucket did not exist.
    if (!found) await this.check()
    return found && { sizeBytes: found.sizeBytes, writtenAt: found.writtenAt }
  }

  async remove(key: string): Promise<void> {
    await ArrivedParts.remove(this.#bucket, key)
    await this.#bucket.remove(objectKey(key))
  }

  async removeMany(keys: string[]): Promise<void> {
    const wanted = new Set(keys)
    const begun = (await ArrivedParts.listIds(this.#bucket)).filter((id) => wanted.has(id))
    await eachOf(begun, AT_ONCE, (id) => ArrivedParts.remove(this.#bucket, id))
    await this.#bucket.removeMany(keys.map(objectKey))
  }

  async *list(): AsyncGenerator<ListedObject> {
    for await (const { key, sizeBytes, writtenAt } of this.#bucket.list(OBJECTS)) {
      yield { key: key.slice(OBJECTS.length), sizeBytes, writtenAt }
    }
  }

  async partSizes(): Promise<Map<string, number>> {
    const begun = await ArrivedParts.listIds(this.#bucket)
    return new Map(await eachOf(begun, AT_ONCE, async (key) => [key, await this.arrivedBytes(key)] as const))
  }

  /** Removes abandoned uploads, and what killed checks left behind. Runs at most once an hour. */
  async removeLeftovers(): Promise<void> {
    const now = Date.now()
    if (now - this.#leftoversRemovedAt < LEFTOVERS_EVERY_MS) return
    this.#leftoversRemovedAt = now
    const isOld = (date: Date) => now - date.getTime() > LEFT_OVER_AFTER_MS
    for await (const { key, uploadId, begunAt } of this.#bucket.unfinished()) {
      const isOurs = key.startsWith(OBJECTS) || key.startsWith(CHECKS)
      if (isOurs && isOld(begunAt)) await this.#bucket.abort(key, uploadId)
    }
    for await (const { key, writtenAt } of this.#bucket.list(CHECKS)) {
      if (isOld(writtenAt)) await this.#bucket.remove(key)
    }
    for (const id of await ArrivedParts.listIds(this.#bucket, isOld)) await ArrivedParts.remove(this.#bucket, id)
  }

  async check(): Promise<void> {
    this.#checked ??= orUnavailable(this.#bucket.require())
    const checked = this.#checked
    const forget = setTimeout(() => {
      if (this.#checked === checked) this.#checked = undefined
    }, CHECK_EVERY_MS)
    forget.unref()
    await checked
  }

  async #write(key: string, source: Readable, maxBytes: number): Promise<{ sizeBytes: number }> {
    // The source may fail before it is read. Reading it then reports the error.
    source.on('error', () => {})
    const uploadId = await this.#bucket.begin(objectKey(key))
    return this.#orAbort(key, uploadId, async () => {
      const parts: Part[] = []
      const send = async (number: number, bytes: Buffer) => {
        parts.push(await this.#bucket.sendPart(objectKey(key), uploadId, number, bytes))
      }
      const writer = new PartWriter(send)
      let sizeBytes = 0
      for await (const chunk of source as AsyncIterable<Buffer | string>) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        sizeBytes += bytes.length
        if (sizeBytes > maxBytes) throw new ObjectTooLargeError()
        await writer.add(bytes)
      }
      await writer.settled()
      // An empty object has one part, too.
      if (writer.rest.length > 0 || parts.length === 0) await send(writer.number, writer.rest)
      writer.free()
      if (await this.#bucket.head(objectKey(key))) throw new ObjectExistsError()
      await this.#complete(key, uploadId, parts)
      return { sizeBytes }
    })
  }

  /**
   * @param before The object that these parts replace.
   * @throws The server's error, but only if the object does not exist afterwards. The server may have completed it
   *   although its reply was lost or was an error.
   */
  async #complete(key: string, uploadId: string, parts: Part[], before?: Omit<Listed, 'key'>): Promise<void> {
    try {
      await this.#bucket.complete(objectKey(key), uploadId, parts)
    } catch (error) {
      const sizeBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0)
      const after = await this.#bucket.head(objectKey(key))
      if (after?.sizeBytes !== sizeBytes || after.etag === before?.etag) throw error
    }
  }

  async #orAbort<T>(key: string, uploadId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      // A failed abort leaves leftovers, which the sweep removes.
      await this.#bucket.abort(objectKey(key), uploadId).catch(() => {})
      throw error
    }
  }
}

/** Returns the refusal of an upload for which there is no memory. */
function tooManyUploads(): AppError {
  const sentence = 'Many uploads are in progress right now. Please try again in a moment.'
  return new AppError('UNAVAILABLE', sentence, { retryAfterSeconds: 5 })
}

function missing(key: string): Error {
  return Object.assign(new Error(`ENOENT: there is no object ${key}`), { code: 'ENOENT' })
}
