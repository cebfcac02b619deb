import { pathInFolder } from '../../storage/disk/shards.ts'
import type { Storage } from '../../storage/storage.ts'

/**
 * Returns the headers that tell nginx where to find the bytes of an object. For a file, nginx handles ranges itself; a
 * bucket is asked for the range that the app has validated. The prefixes are internal addresses in `ops/nginx.conf`,
 * which only nginx itself can use, not clients.
 */
export async function accelHeaders(storage: Storage, id: string, range: { start: number; end: number } | undefined) {
  if (!storage.signedPath) return { 'x-accel-redirect': `/_objects/${pathInFolder(id)}` }
  return {
    'x-accel-redirect': `/_bucket${await storage.signedPath(id)}`,
    ...(range && { 'x-object-range': `bytes=${range.start}-${range.end}` }),
  }
}
