/** How old what was read may be, in milliseconds. */
const MAX_AGE_MS = 1_000
const MAX_BYTES = 64 * 1024 * 1024

interface Kept<Value> {
  value: Promise<Value>
  readAt: number
  /** 0 until it has been read. */
  bytes: number
}

/**
 * What is the same for everybody, read from the database once a second at most, however many ask for it. What changes
 * it says so with `drop`, and nobody who asks after that gets the old one. What differs from viewer to viewer is added
 * as it is sent.
 */
export class SharedReads<Value> {
  /** The oldest first. */
  readonly #kept = new Map<string, Kept<Value>>()
  readonly #maxKept: number
  readonly #bytesOf: (value: Value) => number
  #bytes = 0
  #expiry: NodeJS.Timeout | undefined

  /**
   * @param maxKept The ones that were read first go first.
   * @param bytesOf About how much memory one takes: all of them together take no more than 64 MiB.
   */
  constructor(maxKept: number, bytesOf: (value: Value) => number = () => 0) {
    this.#maxKept = maxKept
    this.#bytesOf = bytesOf
  }

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const now = performance.now()
    const kept = this.#kept.get(key)
    if (kept && now - kept.readAt < MAX_AGE_MS) return kept.value
    this.#remove(key)
    // The age counts from when the reading began.
    const fresh = { value: read(), readAt: now, bytes: 0 }
    this.#kept.set(key, fresh)
    fresh.value.then(
      (value) => this.#weigh(key, fresh, this.#bytesOf(value)),
      () => this.#kept.get(key) === fresh && this.#remove(key),
    )
    this.#evict()
    return fresh.value
  }

  /** Forgets everything whose key begins with `prefix`, also what is being read. */
  drop(prefix = ''): void {
    for (const key of this.#kept.keys()) if (key.startsWith(prefix)) this.#remove(key)
  }

  #weigh(key: string, kept: Kept<Value>, bytes: number): void {
    if (this.#kept.get(key) !== kept) return
    kept.bytes = bytes
    this.#bytes += bytes
    this.#evict()
  }

  /** Removes what is too much and what is too old, now and once more when nobody asks any longer. */
  #evict(): void {
    const oldest = performance.now() - MAX_AGE_MS
    for (const [key, { readAt }] of this.#kept) {
      if (readAt > oldest && this.#kept.size <= this.#maxKept && this.#bytes <= MAX_BYTES) break
      this.#remove(key)
    }
    if (this.#kept.size === 0 || this.#expiry !== undefined) return
    this.#expiry = setTimeout(() => {
      this.#expiry = undefined
      this.#evict()
    }, MAX_AGE_MS).unref()
  }

  #remove(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0
    this.#kept.delete(key)
  }
}

/** One page of a list as JSON: `{"<name>": [items], …, "nextCursor": …}`. `items` are JSON already. */
export function pageJson(name: string, items: string[], nextCursor: string | null, more = ''): string {
  return `{"${name}":[${items.join(',')}]${more},"nextCursor":${JSON.stringify(nextCursor)}}`
}
