import { pathInFolder } from '../../storage/disk/shards.ts'

/** As `ops/nginx.conf` has it: nobody but nginx itself can ask there. */
const INTERNAL_PATH = '/_objects/'

/** Where nginx finds the bytes of an object, for `X-Accel-Redirect`. It answers ranges by itself. */
export function accelAddress(id: string): string {
  return INTERNAL_PATH + pathInFolder(id)
}
