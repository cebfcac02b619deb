import { existsSync, readdirSync, readlinkSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { lockFile } from '../../server/data-dir/file-lock.ts'
import { makeFolders } from '../../server/data-dir/make-folders.ts'
import { StartupError } from '../../server/errors/startup-error.ts'
import { hasSystemCode } from '../../server/errors/system-error.ts'

// DIR/releases holds one folder for each complete release. Folders that are being built or removed start with a dot.
// The link DIR/current names the release to start. The link `previous` in a release names the release before it.

const KEPT = 3
const LOCK = '.lock'

export const releasesIn = (dir: string): string => join(dir, 'releases')

/**
 * Makes this process the only one that changes the releases in `dir`. Removes the remains of an interrupted process.
 *
 * @returns A function that removes unfinished releases and lets other processes change the releases.
 * @throws {StartupError} If another process is changing them.
 */
export function holdReleases(dir: string): () => void {
  const folder = releasesIn(dir)
  makeFolders(folder)
  const unlock = lockFile(join(folder, LOCK))
  if (!unlock)
    throw new StartupError(`Another command is working on the releases in ${dir}. Please wait until it has ended.`)
  removeUnfinished(folder)
  return () => {
    // After a failure on a full disk, the unfinished release must not keep the disk full.
    removeUnfinished(folder)
    unlock()
  }
}

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (/^\.(building|removing)-/.test(name)) rmSync(join(folder, name), { recursive: true })
  }
}

/** Returns the name of the release that `current` names, or `undefined` before the first one. */
export function findCurrent(dir: string): string | undefined {
  return findLinked(join(dir, 'current'))
}

/** Makes `current` name a complete release, in one step. */
export function makeCurrent(dir: string, name: string): void {
  const current = findCurrent(dir)
  if (current === name) return
  // This link comes first. If the process is killed now, `current` is unchanged.
  if (current) putLink(join(releasesIn(dir), name, 'previous'), `../${current}`)
  putLink(join(dir, 'current'), `releases/${name}`)
}

/** Returns the release that was current before the current one. @throws {StartupError} If there is none. */
export function getPrevious(dir: string): string {
  const previous = findPrevious(dir)
  if (previous && listReleases(dir).includes(previous)) return previous
  throw new StartupError(`There is no earlier release in ${dir}.`)
}

/** Points the link `current` back at the previous release, in one step. */
export function rollBack(dir: string): void {
  putLink(join(dir, 'current'), `releases/${getPrevious(dir)}`)
}

/**
 * Removes releases. It keeps the last three, the current one, the one before it, and those that a process runs from.
 *
 * @returns The names of the removed ones.
 */
export function pruneReleases(dir: string): string[] {
  const folder = releasesIn(dir)
  const builtAt = (name: string) => statSync(join(folder, name, 'release.json')).mtimeMs
  const newest = listReleases(dir).toSorted((a, b) => builtAt(b) - builtAt(a))
  const kept = new Set([...newest.slice(0, KEPT), findCurrent(dir), findPrevious(dir), ...findRunning(dir)])
  const removed = newest.filter((name) => !kept.has(name))
  for (const name of removed) {
    const doomed = join(folder, `.removing-${name}`)
    renameSync(join(folder, name), doomed)
    rmSync(doomed, { recursive: true })
  }
  return removed
}

/** Lists the complete releases, without other folders. */
export function listReleases(dir: string): string[] {
  const folder = releasesIn(dir)
  return readdirSync(folder).filter((name) => !name.startsWith('.') && existsSync(join(folder, name, 'release.json')))
}

function findPrevious(dir: string): string | undefined {
  const current = findCurrent(dir)
  return current && findLinked(join(releasesIn(dir), current, 'previous'))
}

function findLinked(link: string): string | undefined {
  try {
    return basename(readlinkSync(link))
  } catch (error) {
    if (hasSystemCode(error, 'ENOENT')) return undefined
    if (hasSystemCode(error, 'EINVAL'))
      throw new StartupError(`${link} is not a link. Please choose another folder for releases.`)
    throw error
  }
}

/** Creates a link, or replaces one in a single step. */
function putLink(link: string, target: string): void {
  const draft = `${link}.new`
  rmSync(draft, { force: true })
  symlinkSync(target, draft)
  renameSync(draft, link)
}

/** Finds the releases from which processes run, by the program and the working folder of each process. Linux only. */
function findRunning(dir: string): string[] {
  if (process.platform !== 'linux') return []
  // The links of processes contain no other links.
  const folder = realpathSync(releasesIn(dir)) + sep
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => ['exe', 'cwd'].map((name) => readProcessLink(`/proc/${pid}/${name}`)))
    .filter((path) => path.startsWith(folder))
    .map((path) => path.slice(folder.length).split(sep)[0]!)
}

function readProcessLink(link: string): string {
  try {
    return readlinkSync(link)
  } catch {
    return '' // The process has ended, is the kernel's, or belongs to another user.
  }
}
