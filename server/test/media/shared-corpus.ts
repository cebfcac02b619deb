import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Optional real files from cameras, browsers and generators, which may be beside the project. */
const folder = resolve(import.meta.dirname, '../../../../shared/media')

export const hasSharedCorpus = existsSync(folder)

export const notRun = 'Not run: the shared corpus of real files (there is no ../shared/media).'

export function sharedFile(name: string): string {
  return join(folder, name)
}
