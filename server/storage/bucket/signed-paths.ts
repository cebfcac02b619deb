import { LRUCache } from 'lru-cache'
import type { Bucket } from './bucket.ts'
import { objectKey } from './bucket-keys.ts'

/**
 * A signed address is valid for this many seconds, but reused for only one minute. It is reused because signing takes a
 * millisecond and a player requests many ranges.
 */
const GOOD_FOR_SECONDS = 300
const SIGN_AGAIN_AFTER_MS = 60_000
const MAX_KEPT = 5_000

/** Returns a function that signs the path and query of an address at which anyone can read an object. */
export function signPaths(bucket: Bucket): (id: string) => Promise<string> {
  const paths = new LRUCache<string, Promise<string>>({ max: MAX_KEPT, ttl: SIGN_AGAIN_AFTER_MS })
  return (id) => {
    const kept = paths.get(id)
    if (kept) return kept
    const path = bucket.signedPath(objectKey(id), GOOD_FOR_SECONDS)
    paths.set(id, path)
    path.catch(() => paths.delete(id))
    return path
  }
}
