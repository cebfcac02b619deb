import { Readable, type Writable } from 'node:stream'
import type { Edit } from '../../contract/media/private-data/private-data.ts'
import { pairByKey } from './pair-by-key.ts'
import type { ByteRange, ListedObject, Storage, StoredObject } from './storage.ts'

/** A storage that also lets incomplete uploads be read. All of its contents can be moved to another storage. */
export interface SourceStorage extends Storage {
  /** Streams the bytes of an object that have arrived by `append`, from byte `start` on. */
  readArrived(key: string, start: number): AsyncIterable<Buffer>
}

/**
 * Two storages while objects are copied from one to the other. New objects are written to `to`; objects that are still
 * in `from` are read there. An upload is finished where it began. No state is kept: the objects in `from` that are
 * missing in `to` remain to be copied.
 */
export class MovingStorage implements Storage {
  readonly to: Storage
  readonly from: SourceStorage

  constructor(to: Storage, from: SourceStorage) {
    this.to = to
    this.from = from
  }

  write(key: string, source: Readable, limits: { maxBytes: number }): Promise<{ sizeBytes: number }> {
    return this.to.write(key, source, limits)
  }

  writeFile(key: string, filePath: string): Promise<{ sizeBytes: number }> {
    return this.to.writeFile(key, filePath)
  }

  async append(key: string, source: AsyncIterable<Buffer>): Promise<void> {
    await (await this.#arrivingAt(key)).append(key, source)
  }

  async arrivedBytes(key: string): Promise<number> {
    return (await this.#arrivingAt(key)).arrivedBytes(key)
  }

  async complete(key: string): Promise<void> {
    await (await this.#arrivingAt(key)).complete(key)
  }

  /**
   * Blanks an upload where it began. While the upload moves (`moveUploads`), both storages have it for a moment. A copy
   * in `to`, which has not been blanked, is therefore removed first.
   */
  async blank(key: string, edits: Edit[]): Promise<void> {
    const holder = await this.#holderOf(key)
    if (holder === this.from) await this.to.remove(key)
    await holder.blank(key, edits)
  }

  read(key: string, range: ByteRange, reply?: Writable): Readable {
    const bytes = this.#bytesOf(key, range, { isWhole: reply !== undefined })
    return Readable.from(bytes, { objectMode: false, highWaterMark: 0 })
  }

  async withFile<T>(key: string, use: (filePath: string) => Promise<T>): Promise<T> {
    return (await this.#holderOf(key)).withFile(key, use)
  }

  async withEnds<T>(key: string, use: (filePath: string) => Promise<T>): Promise<T> {
    const holder = await this.#holderOf(key)
    return holder.withEnds ? holder.withEnds(key, use) : holder.withFile(key, use)
  }

  async find(key: string): Promise<StoredObject | undefined> {
    return (await this.from.find(key)) ?? this.to.find(key)
  }

  async remove(key: string): Promise<void> {
    await this.from.remove(key)
    await this.to.remove(key)
  }

  async removeMany(keys: string[]): Promise<void> {
    await this.from.removeMany(keys)
    await this.to.removeMany(keys)
  }

  async *list(): AsyncGenerator<ListedObject> {
    for await (const [old, moved] of pairByKey(this.from.list(), this.to.list())) yield moved ?? old
  }

  async partSizes(): Promise<Map<string, number>> {
    const [to, from] = await Promise.all([this.to.partSizes(), this.from.partSizes()])
    return new Map([...to, ...from])
  }

  async removeLeftovers(): Promise<void> {
    await this.from.removeLeftovers()
    await this.to.removeLeftovers()
  }

  async check(): Promise<void> {
    await Promise.all([this.from.check(), this.to.check()])
  }

  async *#bytesOf(key: string, range: ByteRange, { isWhole }: { isWhole: boolean }): AsyncGenerator<Buffer> {
    let at = range.start
    for await (const chunk of (await this.#holderOf(key)).read(key, range) as AsyncIterable<Buffer>) {
      at += chunk.length
      yield chunk
    }
    if (isWhole && at <= range.end) throw new Error(`The object has ended before byte ${range.end}`)
  }

  async #holderOf(key: string): Promise<Storage> {
    return (await this.from.find(key)) ? this.from : this.to
  }

  async #arrivingAt(key: string): Promise<Storage> {
    return (await this.from.arrivedBytes(key)) > 0 ? this.from : this.to
  }
}
