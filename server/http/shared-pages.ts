/** How old a shared page may be, in milliseconds. */
const MAX_AGE_MS = 1_000

interface Kept<Page> {
  page: Promise<Page>
  loadedAt: number
}

/**
 * Pages that are the same for everybody, read from the database once a second at most, however many ask for them.
 * What changes one says so with `drop`, and nobody who asks after that gets the old one. What differs from viewer to
 * viewer is added as the page is sent.
 */
export class SharedPages<Page> {
  readonly #kept = new Map<string, Kept<Page>>()
  readonly #maxPages: number

  /** @param maxPages Kept at once; the ones that were loaded first go first. */
  constructor(maxPages: number) {
    this.#maxPages = maxPages
  }

  get(key: string, load: () => Promise<Page>): Promise<Page> {
    const now = performance.now()
    const kept = this.#kept.get(key)
    if (kept && now - kept.loadedAt < MAX_AGE_MS) return kept.page
    // At the end of the map, where the youngest are.
    this.#kept.delete(key)
    const fresh = { page: load(), loadedAt: now }
    this.#kept.set(key, fresh)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#maxPages) break
      this.#kept.delete(oldest)
    }
    // The age counts from when the reading began, and a failure is not kept.
    fresh.page.catch(() => {
      if (this.#kept.get(key) === fresh) this.#kept.delete(key)
    })
    return fresh.page
  }

  /** Forgets the pages whose key begins with `prefix`, those being read included. */
  drop(prefix = ''): void {
    if (prefix === '') return this.#kept.clear()
    for (const key of this.#kept.keys()) if (key.startsWith(prefix)) this.#kept.delete(key)
  }
}

/** One page of a list as JSON: `{"<name>": [items], …, "nextCursor": …}`. `items` are JSON already. */
export function pageJson(name: string, items: string[], nextCursor: string | null, more = ''): string {
  return `{"${name}":[${items.join(',')}]${more},"nextCursor":${JSON.stringify(nextCursor)}}`
}
