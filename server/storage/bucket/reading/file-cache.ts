import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

interface Entry {
  path: string
  sizeBytes: number
  /** Number of current uses of the file. */
  users: number
  ready: Promise<void>
}

/**
 * Cache of fetched files for programs that need a path. The most recently used files are kept longest, and files in use
 * are always kept. The folder belongs to this process.
 */
export class FileCache {
  readonly #folder: string
  readonly #capacityBytes: number
  readonly #spareBytes: () => Promise<number>
  /** The files in the order of their last use, oldest first. */
  readonly #entries = new Map<string, Entry>()
  #sizeBytes = 0
  #count = 0

  /**
   * @param capacityBytes Limit for unused files; files in use may exceed it.
   * @param spareBytes Returns the free space of the disk. Unused files are removed if a new file would not fit.
   */
  constructor(folder: string, capacityBytes: number, spareBytes = async () => Infinity) {
    this.#folder = folder
    this.#capacityBytes = capacityBytes
    this.#spareBytes = spareBytes
  }

  /**
   * @param name Identifies the content. Changed content has another name.
   * @param fetch Writes the file to a path that does not exist yet. Called once for concurrent requests.
   */
  async use<T>(
    name: string,
    sizeBytes: number,
    fetch: (path: string) => Promise<void>,
    work: (path: string) => Promise<T>,
  ): Promise<T> {
    const entry = this.#entries.get(name) ?? this.#add(name, sizeBytes, fetch)
    this.#entries.delete(name)
    this.#entries.set(name, entry)
    entry.users++
    try {
      await entry.ready
      return await work(entry.path)
    } finally {
      entry.users--
      await this.#makeRoom()
    }
  }

  #add(name: string, sizeBytes: number, fetch: (path: string) => Promise<void>): Entry {
    const path = join(this.#folder, String(this.#count++))
    const ready = mkdir(this.#folder, { recursive: true })
      .then(() => this.#makeRoom(sizeBytes))
      .then(() => fetch(path))
    const entry = { path, sizeBytes, users: 0, ready }
    this.#sizeBytes += sizeBytes
    ready.catch(() => this.#drop(name, entry).catch(() => {}))
    return entry
  }

  /** @param neededBytes Space to free for a file that is not written yet. */
  async #makeRoom(neededBytes = 0): Promise<void> {
    for (const [name, entry] of this.#entries) {
      if (this.#sizeBytes <= this.#capacityBytes && (await this.#spareBytes()) >= neededBytes) return
      if (entry.users === 0) await this.#drop(name, entry)
    }
  }

  async #drop(name: string, entry: Entry): Promise<void> {
    if (this.#entries.get(name) !== entry) return
    this.#entries.delete(name)
    this.#sizeBytes -= entry.sizeBytes
    await rm(entry.path, { force: true })
  }
}
