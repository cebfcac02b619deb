import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../../concurrency/at-most.ts'
import { getOrLoad } from '../../../concurrency/get-or-load.ts'
import type { Storage, StoredObject } from '../../../storage/storage.ts'

/** Maximum number of cached checksums: about two megabytes. */
const MAX_KEPT = 10_000

/**
 * Reads and caches CRC-32 checksums of stored objects. In an archive, the checksum precedes a file's bytes. A continued
 * download also needs the checksums of files that have already arrived.
 */
export class Checksums {
  readonly #storage: Pick<Storage, 'read'>
  readonly #kept = new LRUCache<string, Promise<number>>(atMost(MAX_KEPT))

  constructor(storage: Pick<Storage, 'read'>) {
    this.#storage = storage
  }

  of(id: string, { sizeBytes, writtenAt }: StoredObject): Promise<number> {
    // A file that was overwritten or has another length has another checksum.
    const key = JSON.stringify([id, sizeBytes, writtenAt.getTime()])
    return getOrLoad(this.#kept, key, () => this.#read(id, sizeBytes))
  }

  async #read(id: string, sizeBytes: number): Promise<number> {
    let checksum = 0
    if (sizeBytes === 0) return checksum
    const bytes: AsyncIterable<Buffer> = this.#storage.read(id, { start: 0, end: sizeBytes - 1 })
    for await (const piece of bytes) checksum = crc32(piece, checksum)
    return checksum
  }
}
