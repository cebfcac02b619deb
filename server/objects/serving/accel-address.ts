import { pathInFolder } from '../../storage/disk/shards.ts'
import type { Storage } from '../../storage/storage.ts'

/** Prefixes of the internal addresses in `ops/nginx.conf`. Only nginx itself can use them, not clients. */
export interface AccelHeaders {
  'x-accel-redirect': string
  'x-object-range'?: string
}

/**
 * Returns the headers that tell nginx where to find the bytes of an object. For a file nginx handles ranges itself; a
 * bucket is asked for the range that the app has validated.
 */
export async function accelHeaders(
  storage: Storage,
  id: string,
  range: { start: number; end: number } | undefined,
): Promise<AccelHeaders> {
  if (!storage.signedPath) return { 'x-accel-redirect': `/_objects/${pathInFolder(id)}` }
  return {
    'x-accel-redirect': `/_bucket${await storage.signedPath(id)}`,
    ...(range && { 'x-object-range': `bytes=${range.start}-${range.end}` }),
  }
}
