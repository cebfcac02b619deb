/**
 * Returns the options with which an `LRUCache` keeps entries for `ms`. The clock is read each time, so that a test can
 * control it.
 */
export function expireAfter(ms: number) {
  return { ttl: ms, ttlResolution: 0, perf: performance }
}
