import type { Bucket } from './bucket.ts'
import { objectKey } from './bucket-keys.ts'

/**
 * Signing takes a millisecond and a player requests many ranges, so an address that is valid for five minutes is reused
 * for one.
 */
const GOOD_FOR_SECONDS = 300
const SIGN_AGAIN_AFTER_MS = 60_000

/** @returns Path and query of an address at which the bucket's server gives the object to anyone. */
export function signPaths(bucket: Bucket): (id: string) => Promise<string> {
  let paths = new Map<string, Promise<string>>()
  let since = 0
  return (id) => {
    const now = performance.now()
    if (now - since > SIGN_AGAIN_AFTER_MS) [paths, since] = [new Map(), now]
    const path = paths.get(id) ?? bucket.signedPath(objectKey(id), GOOD_FOR_SECONDS)
    paths.set(id, path)
    return path
  }
}
