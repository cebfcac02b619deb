interface Cache<Key, Value> {
  get(key: Key): Promise<Value> | undefined
  set(key: Key, loading: Promise<Value>): unknown
  delete(key: Key): unknown
}

/** Returns a cached value, or loads it once for concurrent callers. A failure is not kept: the next call loads again. */
export function getOrLoad<Key, Value>(cache: Cache<Key, Value>, key: Key, load: () => Promise<Value>): Promise<Value> {
  const kept = cache.get(key)
  if (kept) return kept
  const loading = load()
  cache.set(key, loading)
  loading.catch(() => cache.delete(key))
  return loading
}
