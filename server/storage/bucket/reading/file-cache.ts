import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

interface Entry {
  path: string
  sizeBytes: number
  /** How many are at it. */
  users: number
  ready: Promise<void>
}

/**
 * Files that were fetched from elsewhere, for programs that need one: what was used last stays longest, and what is in use
 * stays in any case. The folder is this process's own.
 */
export class FileCache {
  readonly #folder: string
  readonly #capacityBytes: number
  readonly #spareBytes: () => Promise<number>
  /** By when they were last used, the longest ago first. */
  readonly #entries = new Map<string, Entry>()
  #sizeBytes = 0
  #count = 0

  /**
   * @param capacityBytes What is in use may take more.
   * @param spareBytes Of the disk. What nobody uses goes before there is too little.
   */
  constructor(folder: string, capacityBytes: number, spareBytes = async () => Infinity) {
    this.#folder = folder
    this.#capacityBytes = capacityBytes
    this.#spareBytes = spareBytes
  }

  /**
   * @param name Of one content: what has changed has another.
   * @param fetch Writes it to a path at which there is nothing. Called once for all that ask at the same time.
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

  /** @param neededBytes Counted, and not written yet. */
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
