import type { Signals } from '../signals/signals.ts'

const SECOND_MS = 1_000
const MAX_BYTES = 64 * 1024 * 1024

/** A value that JSON tells from every other. */
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

/** Whether a signal with this payload makes an entry old. The value is `undefined` while it is being read. */
type MakesOld<Value, Key> = (payload: string, key: Key, value: Value | undefined) => boolean

export interface ReadCacheOptions<Value, Key extends CacheKey = string> {
  /** Entries. The ones that were read first go first. */
  max: number
  /** About how much memory a value takes, in bytes: all of them together take no more than 64 MiB. */
  bytesOf?: (value: Value) => number
  /** How old what was read may be; a second unless told. */
  maxAgeMs?: number
  signals: Pick<Signals, 'on'>
  /** By the topic of a signal: all entries, or those that it makes old. Where signals may be lost, all go. */
  droppedBy: Record<string, 'all' | MakesOld<Value, Key>>
}

/**
 * What is the same for everybody, read from the database once a second at most (or less often), however many ask for it. A signal of
 * what has changed drops it, and nobody who asks after that gets the old one. What differs from viewer to viewer is
 * added as it is sent (`replies/ready-json.ts`).
 */
export class ReadCache<Value, Key extends CacheKey = string> {
  /** The oldest first, by their keys as JSON: joined by any separator, two keys could be the same. */
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
    // The age counts from when the reading began.
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

  /** Removes what is too much and what is too old, now and once more when nobody asks any longer. */
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
