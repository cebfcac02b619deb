import { crc32 } from 'node:zlib'
import type { Storage, StoredObject } from '../../../storage/storage.ts'

/** Some hundred kilobytes. */
const MAX_KEPT = 10_000

/**
 * The CRC-32 of stored objects, each read once: it stands before a file's bytes in an archive. Whoever goes on after a
 * break needs those of files that have arrived, too.
 */
export class Checksums {
  readonly #storage: Pick<Storage, 'read'>
  /** Those that were asked for first go first. */
  readonly #kept = new Map<string, Promise<number>>()

  constructor(storage: Pick<Storage, 'read'>) {
    this.#storage = storage
  }

  of(id: string, { sizeBytes, writtenAt }: StoredObject): Promise<number> {
    // What is blanked later, or was longer once, is another file.
    const key = JSON.stringify([id, sizeBytes, writtenAt.getTime()])
    const kept = this.#kept.get(key)
    if (kept) return kept
    const reading = this.#read(id, sizeBytes)
    this.#kept.set(key, reading)
    reading.catch(() => this.#kept.delete(key))
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return reading
  }

  async #read(id: string, sizeBytes: number): Promise<number> {
    let checksum = 0
    if (sizeBytes === 0) return checksum
    const bytes: AsyncIterable<Buffer> = this.#storage.read(id, { start: 0, end: sizeBytes - 1 })
    for await (const piece of bytes) checksum = crc32(piece, checksum)
    return checksum
  }
}
