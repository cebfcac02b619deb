import { LRUCache } from 'lru-cache'
import { expireAfter } from '../concurrency/expire-after.ts'
import type { Signals } from '../signals/signals.ts'

const SECOND_MS = 1_000
const MAX_BYTES = 64 * 1024 * 1024

/** A value that JSON distinguishes from every other. */
type CacheKey = string | number | readonly (CacheKey | undefined)[] | { readonly [field: string]: CacheKey | undefined }

interface Kept<Value, Key> {
  key: Key
  reading: Promise<Value>
  /** `undefined` until it has been read. */
  value: Value | undefined
}

/** Whether a signal with this payload makes an entry outdated. The value is `undefined` while it is being read. */
type MakesOld<Value, Key> = (payload: string, key: Key, value: Value | undefined) => boolean

export interface ReadCacheOptions<Value, Key extends CacheKey = string> {
  /** Maximum number of entries. The least recently used are removed first. */
  max: number
  /** Approximate size of a value in bytes. All together take at most 64 MiB. */
  bytesOf?: (value: Value) => number
  /** Lifetime of an entry; a second by default. */
  maxAgeMs?: number
  signals: Pick<Signals, 'on'>
  /**
   * For each topic, the entries that a signal drops: all, the one with the payload as its key, or those that it makes
   * outdated. Lost signals drop all entries.
   */
  droppedBy: Record<string, 'all' | 'key' | MakesOld<Value, Key>>
}

/**
 * Caches viewer-independent data. It is read from the database at most once per lifetime, for any number of requests. A
 * signal about a change drops the entry, and no later request gets the old value. Viewer-dependent fields are added as
 * the reply is sent (`replies/ready-json.ts`).
 */
export class ReadCache<Value, Key extends CacheKey = string> {
  /** Keys are JSON, because different keys joined by a separator could become the same string. */
  readonly #kept: LRUCache<string, Kept<Value, Key>>

  constructor({ max, bytesOf = () => 0, maxAgeMs = SECOND_MS, signals, droppedBy }: ReadCacheOptions<Value, Key>) {
    // Small entries count as much as would fill the cache with `max` of them, and larger ones count as their bytes, so
    // a cache with both holds fewer than `max`. The library's own option `max` reserves memory (`atMost`).
    const leastBytes = Math.floor(MAX_BYTES / max)
    this.#kept = new LRUCache({
      maxSize: MAX_BYTES,
      sizeCalculation: ({ value }) => Math.max(leastBytes, value === undefined ? 0 : bytesOf(value)),
      ...expireAfter(maxAgeMs),
      ttlAutopurge: true,
    })
    for (const [topic, makesOld] of Object.entries(droppedBy)) {
      signals.on(
        topic,
        (payload) => this.#drop(makesOld, payload),
        () => this.#kept.clear(),
      )
    }
  }

  get(key: Key, read: () => Promise<Value>): Promise<Value> {
    const name = JSON.stringify(key)
    const kept = this.#kept.get(name)
    if (kept) return kept.reading
    // The age counts from the start of the read.
    const start = performance.now()
    const fresh: Kept<Value, Key> = { key, reading: read(), value: undefined }
    this.#kept.set(name, fresh, { start })
    const isKept = () => this.#kept.peek(name) === fresh
    fresh.reading.then(
      (value) => isKept() && this.#kept.set(name, { ...fresh, value }, { start }),
      () => isKept() && this.#kept.delete(name),
    )
    return fresh.reading
  }

  #drop(makesOld: 'all' | 'key' | MakesOld<Value, Key>, payload: string): void {
    if (makesOld === 'all') return this.#kept.clear()
    if (makesOld === 'key') return void this.#kept.delete(JSON.stringify(payload))
    for (const [name, { key, value }] of this.#kept.entries())
      if (makesOld(payload, key, value)) this.#kept.delete(name)
  }
}
