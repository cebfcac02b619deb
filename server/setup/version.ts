import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { StartupError } from '../errors/startup-error.ts'

const root = join(import.meta.dirname, '..', '..')
const releaseFile = join(root, 'release.json')

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>

/** The version of this Reverie, such as `0.1.0`. */
export const version = read(join(root, 'package.json')).version!

/** The release that this code belongs to, such as `0.1.0-0fc87d8f`; `undefined` in a clone. See scripts/release. */
export const release = existsSync(releaseFile) ? read(releaseFile).name : undefined

/**
 * Returns the path of a folder for the operator's data.
 *
 * @param setting Names the folder in the message.
 * @throws {StartupError} If it is inside a release, which a later upgrade removes.
 */
export function requireOutsideRelease(folder: string, setting: string): string {
  if (release === undefined || /^\.\.($|\/)/.test(relative(root, withoutLinks(folder)))) return folder
  throw new StartupError(
    `${setting} (${folder}) is inside a release, which a later upgrade removes. Please load the settings of the service, or choose a folder elsewhere.`,
  )
}

/** Resolves the links in a path, such as `current`. The end of the path need not exist. */
function withoutLinks(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  return join(withoutLinks(dirname(path)), basename(path))
}
