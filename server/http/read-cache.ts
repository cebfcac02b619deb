import type { Signals } from '../signals/signals.ts'

const SECOND_MS = 1_000
const MAX_BYTES = 64 * 1024 * 1024

/** A value that JSON distinguishes from every other. */
export type CacheKey =
  | string
  | number
  | readonly (CacheKey | undefined)[]
  | { readonly [field: string]: CacheKey | undefined }

interface Kept<Value, Key> {
  key: Key
  reading: Promise<Value>
  value: Value | undefined
  readAt: number
  /** 0 until it has been read. */
  bytes: number
}

/** Whether a signal with this payload makes an entry outdated. The value is `undefined` while it is being read. */
type MakesOld<Value, Key> = (payload: string, key: Key, value: Value | undefined) => boolean

export interface ReadCacheOptions<Value, Key extends CacheKey = string> {
  /** Maximum number of entries. The oldest are removed first. */
  max: number
  /** Approximate size of a value in bytes; all together take at most 64 MiB. */
  bytesOf?: (value: Value) => number
  /** Lifetime of an entry; a second by default. */
  maxAgeMs?: number
  signals: Pick<Signals, 'on'>
  /** By the topic of a signal: all entries, or those that it makes outdated. Lost signals drop all. */
  droppedBy: Record<string, 'all' | MakesOld<Value, Key>>
}

/**
 * Caches viewer-independent data, which is read from the database at most once per lifetime, however many requests need
 * it. A signal about a change drops the entry, and no later request gets the old value. Viewer-dependent fields are
 * added as the reply is sent (`replies/ready-json.ts`).
 */
export class ReadCache<Value, Key extends CacheKey = string> {
  /** Oldest first. Keys are JSON, because different keys joined by a separator could become the same string. */
  readonly #kept = new Map<string, Kept<Value, Key>>()
  readonly #max: number
  readonly #maxAgeMs: number
  readonly #bytesOf: (value: Value) => number
  #bytes = 0
  #expiry: NodeJS.Timeout | undefined

  constructor({ max, bytesOf = () => 0, maxAgeMs = SECOND_MS, signals, droppedBy }: ReadCacheOptions<Value, Key>) {
    this.#max = max
    this.#maxAgeMs = maxAgeMs
    this.#bytesOf = bytesOf
    for (const [topic, makesOld] of Object.entries(droppedBy)) {
      const all = () => this.#drop(() => true)
      signals.on(
        topic,
        makesOld === 'all' ? all : (payload) => this.#drop((key, value) => makesOld(payload, key, value)),
        all,
      )
    }
  }

  get(key: Key, read: () => Promise<Value>): Promise<Value> {
    const name = JSON.stringify(key)
    const now = performance.now()
    const kept = this.#kept.get(name)
    if (kept && now - kept.readAt < this.#maxAgeMs) return kept.reading
    this.#remove(name)
    // The age counts from the start of the read.
    const fresh: Kept<Value, Key> = { key, reading: read(), value: undefined, readAt: now, bytes: 0 }
    this.#kept.set(name, fresh)
    fresh.reading.then(
      (value) => this.#take(name, fresh, value),
      () => this.#kept.get(name) === fresh && this.#remove(name),
    )
    this.#evict()
    return fresh.reading
  }

  #drop(isOld: (key: Key, value: Value | undefined) => boolean): void {
    for (const [name, { key, value }] of this.#kept) if (isOld(key, value)) this.#remove(name)
  }

  #take(name: string, kept: Kept<Value, Key>, value: Value): void {
    if (this.#kept.get(name) !== kept) return
    kept.value = value
    kept.bytes = this.#bytesOf(value)
    this.#bytes += kept.bytes
    this.#evict()
  }

  /** Removes entries beyond the limits and old ones, now and once more when requests have stopped. */
  #evict(): void {
    const oldest = performance.now() - this.#maxAgeMs
    for (const [name, { readAt }] of this.#kept) {
      if (readAt > oldest && this.#kept.size <= this.#max && this.#bytes <= MAX_BYTES) break
      this.#remove(name)
    }
    if (this.#kept.size === 0 || this.#expiry !== undefined) return
    this.#expiry = setTimeout(() => {
      this.#expiry = undefined
      this.#evict()
    }, this.#maxAgeMs).unref()
  }

  #remove(name: string): void {
    this.#bytes -= this.#kept.get(name)?.bytes ?? 0
    this.#kept.delete(name)
  }
}
