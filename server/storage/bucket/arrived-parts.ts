import { buffer, text } from 'node:stream/consumers'
import type { Bucket, Part } from './bucket.ts'
import { NoSuchUploadError } from './bucket-errors.ts'
import { objectKey, parseRest, restKey, uploadFolder, uploadKey, UPLOADS } from './bucket-keys.ts'
import { PART_BYTES, PartWriter } from './part-writer.ts'

/** The bytes that have arrived of an incomplete part. */
interface Rest {
  key: string
  number: number
  sizeBytes: number
}

/**
 * The arrived bytes of a resumable upload. Whole parts are stored as parts of a multipart upload. When the connection
 * ends, the bytes after the last whole part are stored as `parts/{id}/{number}-{bytes}`. They stay until the part that
 * contains them is listed, so that the reported offset never goes back. `parts/{id}/upload` holds the bucket's id for
 * the multipart upload. There is no other state, so any process can continue.
 */
export class ArrivedParts {
  readonly uploadId: string
  readonly #bucket: Bucket
  readonly #id: string
  /** Whole parts of 8 MiB, from the first. */
  readonly #whole: Part[]
  /** The longest stored piece of the next, incomplete part. */
  readonly #rest: Rest | undefined
  readonly #outdated: Rest[]

  private constructor(bucket: Bucket, id: string, uploadId: string, whole: Part[], rests: Rest[]) {
    this.#bucket = bucket
    this.#id = id
    this.uploadId = uploadId
    this.#whole = whole
    const next = rests.filter(({ number }) => number === whole.length + 1)
    this.#rest = next.toSorted((a, b) => b.sizeBytes - a.sizeBytes)[0]
    this.#outdated = rests.filter((rest) => rest !== this.#rest)
  }

  /** @returns `undefined` if nothing has arrived yet, or the upload is over. */
  static async find(bucket: Bucket, id: string): Promise<ArrivedParts | undefined> {
    const named = await bucket.get(uploadKey(id))
    if (!named) return undefined
    const uploadId = await text(named)
    try {
      const [parts, rests] = await Promise.all([bucket.listParts(objectKey(id), uploadId), listRests(bucket, id)])
      const end = parts.findIndex(({ number, sizeBytes }, i) => number !== i + 1 || sizeBytes !== PART_BYTES)
      return new ArrivedParts(bucket, id, uploadId, end === -1 ? parts : parts.slice(0, end), rests)
    } catch (error) {
      if (error instanceof NoSuchUploadError) return undefined
      throw error
    }
  }

  /** Begins an upload. If the server has forgotten an earlier upload, its stored bytes become the beginning. */
  static async begin(bucket: Bucket, id: string): Promise<ArrivedParts> {
    const uploadId = await bucket.begin(objectKey(id))
    await bucket.put(uploadKey(id), Buffer.from(uploadId))
    return new ArrivedParts(bucket, id, uploadId, [], await listRests(bucket, id))
  }

  /** Aborts the upload and removes all of it. Does nothing for an upload that is over or never existed. */
  static async remove(bucket: Bucket, id: string): Promise<void> {
    const keys = (await Array.fromAsync(bucket.list(uploadFolder(id)))).map(({ key }) => key)
    if (keys.length === 0) return
    const named = await bucket.get(uploadKey(id))
    if (named) await bucket.abort(objectKey(id), await text(named))
    // The file with the upload's id is removed last. While it exists, the rest can be found again after a crash.
    await bucket.removeMany(keys.filter((key) => key !== uploadKey(id)))
    await bucket.remove(uploadKey(id))
  }

  /** Lists the uploads of which something is stored. @param isMeant Selects them by the time of writing. */
  static async listIds(bucket: Bucket, isMeant: (writtenAt: Date) => boolean = () => true): Promise<string[]> {
    const ids = new Set<string>()
    for await (const { key, writtenAt } of bucket.list(UPLOADS)) {
      if (isMeant(writtenAt)) ids.add(key.slice(UPLOADS.length, key.lastIndexOf('/')))
    }
    return [...ids]
  }

  get sizeBytes(): number {
    return this.#whole.length * PART_BYTES + (this.#rest?.sizeBytes ?? 0)
  }

  /** Appends the bytes of `source`. Bytes that arrived are kept when `source` ends or fails. */
  async add(source: AsyncIterable<Buffer>): Promise<void> {
    await this.#bucket.removeMany(this.#outdated.map(({ key }) => key))
    const kept = await this.#readRest()
    const writer = new PartWriter(async (number, bytes) => {
      this.#whole.push(await this.#bucket.sendPart(objectKey(this.#id), this.uploadId, number, bytes))
    }, this.#whole.length + 1)
    await writer.add(kept)
    try {
      for await (const chunk of source) await writer.add(chunk)
    } finally {
      await writer.settled()
      const { number, rest } = writer
      const isKept = number === this.#rest?.number && rest.length === kept.length
      if (rest.length > 0 && !isKept) await this.#bucket.put(restKey(this.#id, number, rest.length), rest)
      writer.free()
    }
  }

  /** Sends the last part. @returns All parts. */
  async finish(): Promise<Part[]> {
    const rest = await this.#readRest()
    // An empty object has one part, too.
    if (rest.length === 0 && this.#whole.length > 0) return this.#whole
    const number = this.#whole.length + 1
    return [...this.#whole, await this.#bucket.sendPart(objectKey(this.#id), this.uploadId, number, rest)]
  }

  async #readRest(): Promise<Buffer> {
    const stored = this.#rest && (await this.#bucket.get(this.#rest.key))
    return stored ? buffer(stored) : Buffer.alloc(0)
  }
}

async function listRests(bucket: Bucket, id: string): Promise<Rest[]> {
  const keys = (await Array.fromAsync(bucket.list(uploadFolder(id)))).map(({ key }) => key)
  return keys.flatMap((key) => {
    const rest = parseRest(key)
    return rest ? [{ key, ...rest }] : []
  })
}
