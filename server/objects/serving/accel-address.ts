import { pathInFolder } from '../../storage/disk/shards.ts'
import type { Storage } from '../../storage/storage.ts'

/** What nginx is told, as `ops/nginx.conf` has it: nobody but nginx itself can ask at these addresses. */
export interface AccelHeaders {
  'x-accel-redirect': string
  'x-object-range'?: string
}

/**
 * Where nginx finds the bytes of an object. Of a file it answers ranges by itself; a bucket is asked for the one that we
 * have found right.
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
