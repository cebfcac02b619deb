/** How old what was read may be, in milliseconds. */
const MAX_AGE_MS = 1_000

interface Kept<Value> {
  value: Promise<Value>
  readAt: number
}

/**
 * What is the same for everybody, read from the database once a second at most, however many ask for it. What changes
 * it says so with `drop`, and nobody who asks after that gets the old one. What differs from viewer to viewer is added
 * as it is sent.
 */
export class SharedReads<Value> {
  readonly #kept = new Map<string, Kept<Value>>()
  readonly #maxKept: number

  /** @param maxKept The ones that were read first go first. */
  constructor(maxKept: number) {
    this.#maxKept = maxKept
  }

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const now = performance.now()
    const kept = this.#kept.get(key)
    if (kept && now - kept.readAt < MAX_AGE_MS) return kept.value
    // At the end of the map, where the youngest are.
    this.#kept.delete(key)
    // The age counts from when the reading began, and a failure is not kept.
    const fresh = { value: read(), readAt: now }
    this.#kept.set(key, fresh)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#maxKept) break
      this.#kept.delete(oldest)
    }
    fresh.value.catch(() => {
      if (this.#kept.get(key) === fresh) this.#kept.delete(key)
    })
    return fresh.value
  }

  /** Forgets everything whose key begins with `prefix`, also what is being read. */
  drop(prefix = ''): void {
    if (prefix === '') return this.#kept.clear()
    for (const key of this.#kept.keys()) if (key.startsWith(prefix)) this.#kept.delete(key)
  }
}

/** One page of a list as JSON: `{"<name>": [items], …, "nextCursor": …}`. `items` are JSON already. */
export function pageJson(name: string, items: string[], nextCursor: string | null, more = ''): string {
  return `{"${name}":[${items.join(',')}]${more},"nextCursor":${JSON.stringify(nextCursor)}}`
}
