import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { constants, copyFile, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Edit } from '../../../contract/media/private-data/private-data.ts'
import { eachOf } from '../../concurrency/each-of.ts'
import { hasSystemCode, ignoreMissing } from '../../errors/system-error.ts'
import { openExisting, sync, blankRange, writeWhole } from './disk-files.ts'
import { FileRange } from './file-range.ts'
import { forgetOpen } from './open-files.ts'
import {
  type ByteRange,
  LEFT_OVER_AFTER_MS,
  type ListedObject,
  ObjectExistsError,
  ObjectTooLargeError,
  type Storage,
  type StoredObject,
} from '../storage.ts'
import { letPass, letRead } from './object-group.ts'
import { isShard, pathInFolder } from './shards.ts'

const WRITE_BUFFER_BYTES = 1024 * 1024
/** How many files are measured at a time. */
const LOOKS_AT_ONCE = 16

/**
 * Objects as files, spread over 256 folders by the first digits of their keys. A file is written beside them, synced
 * and linked into place. A crash leaves either the whole object or a part, which is removed later. Bytes that arrive by
 * `append` survive restarts until the object is completed or removed.
 */
export class DiskStorage implements Storage {
  readonly #folder: string
  readonly #incoming: string
  readonly #resumable: string
  readonly #group: number | undefined
  /** How many bytes of a part are known to be synced. */
  readonly #synced = new Map<string, number>()

  private constructor(folder: string, group: number | undefined) {
    this.#folder = folder
    this.#group = group
    this.#incoming = join(folder, 'incoming')
    this.#resumable = join(folder, 'resumable')
  }

  /**
   * @param isShared Whether another process may be writing here: its parts are kept.
   * @param group Group that may read new objects (`object-group.ts`).
   */
  static async open(
    folder: string,
    { isShared = false, group }: { isShared?: boolean; group?: number | undefined } = {},
  ): Promise<DiskStorage> {
    const storage = new DiskStorage(folder, group)
    // Removes parts of writes that a crash interrupted.
    if (!isShared) await rm(storage.#incoming, { recursive: true, force: true })
    await mkdir(storage.#incoming, { recursive: true })
    await mkdir(storage.#resumable, { recursive: true })
    return storage
  }

  async write(key: string, source: Readable, { maxBytes }: { maxBytes: number }): Promise<{ sizeBytes: number }> {
    let sizeBytes = 0
    const counter = new Transform({
      highWaterMark: WRITE_BUFFER_BYTES,
      transform(chunk: Buffer, _encoding, done) {
        sizeBytes += chunk.length
        done(sizeBytes > maxBytes ? new ObjectTooLargeError() : null, chunk)
      },
    })
    await this.#create(key, (part) =>
      pipeline(source, counter, createWriteStream(part, { highWaterMark: WRITE_BUFFER_BYTES, flush: true })),
    )
    return { sizeBytes }
  }

  async append(key: string, source: AsyncIterable<Buffer>): Promise<void> {
    await using part = await open(this.#partOf(key), constants.O_RDWR | constants.O_CREAT)
    try {
      let { size: position } = await part.stat()
      if (position === 0) await sync(this.#resumable)
      // Writes at an offset, not at the end. A process that has lost its lease while suspended may still write a piece,
      // and then writes the bytes that are already there.
      for await (const chunk of source) {
        await writeWhole(part, chunk, position)
        position += chunk.length
      }
    } finally {
      await part.sync()
      this.#synced.set(key, (await part.stat()).size)
    }
  }

  async arrivedBytes(key: string): Promise<number> {
    await using file = await openExisting(this.#partOf(key), this.#pathOf(key))
    if (!file) return 0
    const { size } = await file.stat()
    // An earlier process may have crashed before it synced these bytes.
    if (this.#synced.get(key) !== size) await file.sync()
    this.#synced.set(key, size)
    return size
  }

  /** Streams the bytes that have arrived by `append`, from byte `start` on. */
  async *readArrived(key: string, start: number): AsyncGenerator<Buffer> {
    const file = await openExisting(this.#partOf(key), this.#pathOf(key))
    if (file) yield* file.createReadStream({ start, highWaterMark: WRITE_BUFFER_BYTES }) as AsyncIterable<Buffer>
  }

  async complete(key: string): Promise<void> {
    this.#synced.delete(key)
    try {
      await this.#place(key, this.#partOf(key))
    } catch (error) {
      if (hasSystemCode(error, 'ENOENT')) return
      if (!hasSystemCode(error, 'EEXIST')) throw error
      // An earlier call has linked the object, but a crash prevented it from removing the part.
      await sync(this.#shardOf(key))
      await rm(this.#partOf(key))
    }
  }

  async writeFile(key: string, filePath: string): Promise<{ sizeBytes: number }> {
    await this.#create(key, async (part) => {
      await copyFile(filePath, part)
      // Opening for reading is enough to sync: the copied file may be read-only.
      await sync(part)
    })
    return { sizeBytes: (await stat(this.#pathOf(key))).size }
  }

  async blank(key: string, edits: Edit[]): Promise<void> {
    if (edits.length === 0) return
    await using file = await open(this.#pathOf(key), 'r+')
    for (const edit of edits) await blankRange(file, edit)
    await file.sync()
  }

  read(key: string, range: ByteRange, reply?: Writable): Readable {
    return new FileRange(this.#pathOf(key), range, reply)
  }

  withFile<T>(key: string, use: (filePath: string) => Promise<T>): Promise<T> {
    return use(this.#pathOf(key))
  }

  async find(key: string): Promise<StoredObject | undefined> {
    const found = await stat(this.#pathOf(key)).catch(ignoreMissing)
    return found && { sizeBytes: found.size, writtenAt: found.mtime }
  }

  async remove(key: string): Promise<void> {
    this.#synced.delete(key)
    await rm(this.#partOf(key), { force: true })
    await rm(this.#pathOf(key), { force: true })
    forgetOpen(this.#pathOf(key))
  }

  async removeMany(keys: string[]): Promise<void> {
    const removed = await Promise.allSettled(keys.map((key) => this.remove(key)))
    for (const result of removed) if (result.status === 'rejected') throw result.reason
  }

  async *list(): AsyncGenerator<ListedObject> {
    const shards = (await readdir(this.#folder, { withFileTypes: true })).filter(isShard).map(({ name }) => name)
    for (const shard of shards.toSorted()) {
      const keys = (await readdir(join(this.#folder, shard))).toSorted()
      const found = await eachOf(keys, LOOKS_AT_ONCE, async (key) => ({ key, object: await this.find(key) }))
      for (const { key, object } of found) if (object) yield { key, ...object }
    }
  }

  async partSizes(): Promise<Map<string, number>> {
    const sizes = new Map<string, number>()
    for (const parts of [this.#incoming, this.#resumable]) {
      for (const name of await readdir(parts)) {
        // The part may just have been completed or removed.
        const part = await stat(join(parts, name)).catch(ignoreMissing)
        if (part) sizes.set(name.replace(/[.].*/, ''), part.size)
      }
    }
    return sizes
  }

  /**
   * Removes part files to which no process has written for two days. Without `isShared`, starting has already removed
   * those of an earlier process.
   */
  async removeLeftovers(): Promise<void> {
    for (const name of await readdir(this.#incoming)) {
      const part = join(this.#incoming, name)
      const found = await stat(part).catch(ignoreMissing)
      if (found && Date.now() - found.mtimeMs > LEFT_OVER_AFTER_MS) await rm(part, { force: true })
    }
  }

  async check(): Promise<void> {
    await stat(this.#incoming)
  }

  /** Creates an object from the part that `write` writes to a path. */
  async #create(key: string, write: (part: string) => Promise<void>): Promise<void> {
    const part = join(this.#incoming, `${key}.${randomUUID()}`)
    try {
      await write(part)
      await this.#place(key, part)
    } catch (error) {
      await rm(part, { force: true })
      throw hasSystemCode(error, 'EEXIST') ? new ObjectExistsError() : error
    }
  }

  async #place(key: string, part: string): Promise<void> {
    const isNewShard = await mkdir(this.#shardOf(key), { recursive: true })
    if (isNewShard) await letPass(this.#shardOf(key), this.#group)
    await letRead(part, this.#group)
    // Unlike a rename, a link never replaces an existing object.
    await link(part, this.#pathOf(key))
    await rm(part)
    await sync(this.#shardOf(key))
    if (isNewShard) await sync(this.#folder)
  }

  #shardOf(key: string): string {
    return dirname(this.#pathOf(key))
  }

  #pathOf(key: string): string {
    return join(this.#folder, pathInFolder(key))
  }

  #partOf(key: string): string {
    return join(this.#resumable, key)
  }
}
