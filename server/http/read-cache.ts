import type { Signals } from '../signals/signals.ts'

const SECOND_MS = 1_000
const MAX_BYTES = 64 * 1024 * 1024

interface Kept<Value> {
  reading: Promise<Value>
  value: Value | undefined
  readAt: number
  /** 0 until it has been read. */
  bytes: number
}

/** Of a signal's payload: whether an entry is old now. Its value is `undefined` while it is being read. */
type MakesOld<Value> = (payload: string, key: string, value: Value | undefined) => boolean

export interface ReadCacheOptions<Value> {
  /** Entries. The ones that were read first go first. */
  max: number
  /** About how much memory a value takes, in bytes: all of them together take no more than 64 MiB. */
  bytesOf?: (value: Value) => number
  /** How old what was read may be; a second unless told. */
  maxAgeMs?: number
  signals: Pick<Signals, 'on'>
  /** By the topic of a signal: all entries, or those that it makes old. Where signals may be lost, all go. */
  droppedBy: Record<string, 'all' | MakesOld<Value>>
}

/**
 * What is the same for everybody, read from the database once a second at most (or less often), however many ask for it. A signal of
 * what has changed drops it, and nobody who asks after that gets the old one. What differs from viewer to viewer is
 * added as it is sent (`replies/ready-json.ts`).
 */
export class ReadCache<Value> {
  /** The oldest first. */
  readonly #kept = new Map<string, Kept<Value>>()
  readonly #max: number
  readonly #maxAgeMs: number
  readonly #bytesOf: (value: Value) => number
  #bytes = 0
  #expiry: NodeJS.Timeout | undefined

  constructor({ max, bytesOf = () => 0, maxAgeMs = SECOND_MS, signals, droppedBy }: ReadCacheOptions<Value>) {
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

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const now = performance.now()
    const kept = this.#kept.get(key)
    if (kept && now - kept.readAt < this.#maxAgeMs) return kept.reading
    this.#remove(key)
    // The age counts from when the reading began.
    const fresh: Kept<Value> = { reading: read(), value: undefined, readAt: now, bytes: 0 }
    this.#kept.set(key, fresh)
    fresh.reading.then(
      (value) => this.#take(key, fresh, value),
      () => this.#kept.get(key) === fresh && this.#remove(key),
    )
    this.#evict()
    return fresh.reading
  }

  #drop(isOld: (key: string, value: Value | undefined) => boolean): void {
    for (const [key, { value }] of this.#kept) if (isOld(key, value)) this.#remove(key)
  }

  #take(key: string, kept: Kept<Value>, value: Value): void {
    if (this.#kept.get(key) !== kept) return
    kept.value = value
    kept.bytes = this.#bytesOf(value)
    this.#bytes += kept.bytes
    this.#evict()
  }

  /** Removes what is too much and what is too old, now and once more when nobody asks any longer. */
  #evict(): void {
    const oldest = performance.now() - this.#maxAgeMs
    for (const [key, { readAt }] of this.#kept) {
      if (readAt > oldest && this.#kept.size <= this.#max && this.#bytes <= MAX_BYTES) break
      this.#remove(key)
    }
    if (this.#kept.size === 0 || this.#expiry !== undefined) return
    this.#expiry = setTimeout(() => {
      this.#expiry = undefined
      this.#evict()
    }, this.#maxAgeMs).unref()
  }

  #remove(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0
    this.#kept.delete(key)
  }
}
