import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { hasSystemCode } from '../../server/errors/system-error.ts'

/** File that names the inputs of a build. It is inside the output, so that both change in one step. */
const STAMP = '.inputs'

export interface Build {
  /** The folder to replace, such as `dist/web`. */
  output: string
  /** The files and folders that the build reads, except its packages. */
  inputs: readonly string[]
  /** Builds into a new folder, given by its absolute path. @returns Whether that worked. If not, it has printed why. */
  make: (draft: string) => Promise<boolean>
}

/**
 * Builds a folder unless a build of the same inputs exists. An interrupted build leaves the previous one in place.
 *
 * @returns Whether the output is up to date.
 */
export async function buildOnce(build: Build): Promise<boolean> {
  if (isBuilt(build)) return true
  const { output, make } = build
  const hash = hashInputs(build)
  mkdirSync('dist', { recursive: true })
  removeAbandonedDrafts()
  const draft = join(process.cwd(), `dist/draft-${randomUUID()}`)
  if (!(await make(draft))) {
    rmSync(draft, { recursive: true, force: true })
    return false
  }
  writeFileSync(join(draft, STAMP), hash)
  putInPlace(draft, output)
  return true
}

/** Returns whether a build of the current inputs exists. */
export function isBuilt(build: Build): boolean {
  const stamp = join(build.output, STAMP)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashInputs(build)
}

const hashInputs = ({ inputs }: Build): string => hashFiles(['package-lock.json', ...inputs])

/** Moves a finished build into place. If two builds run concurrently, either may stay: both have the same inputs. */
function putInPlace(draft: string, output: string): void {
  const previous = `dist/draft-${randomUUID()}`
  move(output, previous, 'ENOENT')
  move(draft, output, 'ENOTEMPTY')
  for (const left of [previous, draft]) rmSync(left, { recursive: true, force: true })
}

/** Renames a folder. Ignores the error code `ifSlower`, which means that another build was faster. */
function move(from: string, to: string, ifSlower: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!hasSystemCode(error, ifSlower)) throw error
  }
}

/** Removes drafts that are older than an hour, which is longer than any build takes. */
function removeAbandonedDrafts(): void {
  for (const name of readdirSync('dist').filter((entry) => entry.startsWith('draft-'))) {
    const folder = join('dist', name)
    if (Date.now() - statSync(folder).mtimeMs > 3_600_000) rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns a hash of files and folders, without tests. @param base The folder to which the hashed paths are relative. */
export function hashFiles(paths: readonly string[], base = '.'): string {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(listFiles)) {
    hash.update(`${relative(base, file)}\0${statSync(file).size}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function listFiles(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test|suite|fixture)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
