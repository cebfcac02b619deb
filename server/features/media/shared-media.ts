/** For tests: the real files that stand beside the checkout. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../../../../shared/media')

/** @throws {Error} If the files are missing: tests must fail then, not pass unseen. */
export function sharedMedia(fileName: string): string {
  const path = join(folder, fileName)
  if (!existsSync(path)) throw new Error(`The media tests need ${path}; see shared/media/README.md`)
  return path
}
