import { close, open } from 'node:fs'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'

const MAX_KEPT = 256
/** A removed file occupies its space until it is closed, so descriptors are kept for a moment only. */
const MAX_AGE_MS = 1_000

const openFile = promisify(open)

/** A descriptor that several readers share. It is closed when the last of them has released it. */
export class OpenFile {
  readonly descriptor: Promise<number>
  #users = 0

  constructor(path: string) {
    this.descriptor = openFile(path, 'r')
  }

  use(): this {
    this.#users++
    return this
  }

  release(): void {
    if (--this.#users === 0) void this.#close()
  }

  async #close(): Promise<void> {
    const descriptor = await this.descriptor.catch(() => undefined)
    // Closing a file that was only read loses nothing if it fails.
    if (descriptor !== undefined) close(descriptor, () => {})
  }
}

const kept = new LRUCache<string, OpenFile>({
  max: MAX_KEPT,
  ttl: MAX_AGE_MS,
  ttlAutopurge: true,
  dispose: (file) => file.release(),
})

/** Opens a file for reading, once for all readers of the same second. A player requests many ranges of one file. */
export function openShared(path: string): OpenFile {
  const known = kept.get(path)
  if (known) return known.use()
  const file = new OpenFile(path).use()
  kept.set(path, file.use())
  file.descriptor.catch(() => kept.peek(path) === file && kept.delete(path))
  return file
}

/** Drops the descriptor of a file that is being removed, so that its space is freed and later readers fail. */
export function forgetOpen(path: string): void {
  kept.delete(path)
}
