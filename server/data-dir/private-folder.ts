import { chmodSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from '../errors/startup-error.ts'
import { createFolders } from './account.ts'
import { makeFolders } from './make-folders.ts'

/** Files that identify a data folder, which may safely be closed to other users. */
const ours = ['reverie.lock', 'reverie.pid', 'objects', 'postgres', 'postgres-id', 'session-secret']
const keptOpen = ['postgres', 'pages']
/** Files that a new, otherwise empty disk contains. */
const fromTheSystem = ['lost+found']

/**
 * Creates a folder that only its owner can enter. Does not change an existing one.
 *
 * @param path Absolute path.
 * @throws {StartupError} If the folder is open to other users and contains files that are not Reverie's:
 *   `closeToOthers` would make those inaccessible to the other users.
 */
export function createPrivateFolder(path: string): void {
  createFolders(dirname(path))
  if (makeFolders(path, 0o700).length > 0 || !isOpen(path)) return
  const names = readdirSync(path).filter((name) => !fromTheSystem.includes(name))
  if (names.length === 0 || names.some((name) => ours.includes(name))) return
  throw new StartupError(
    `DATA_DIR (${path}) contains other files that other users of this machine can read. Set DATA_DIR to a folder of its own.`,
  )
}

/**
 * Closes a folder and its contents to other users, with two exceptions. The database has its own owner. The pages are
 * public and often belong to root, because the operator writes them. A user who may pass through the folder to the
 * database can therefore reach only the database and the pages. Of all links in it, only `objects` is followed.
 *
 * @param group Group that keeps its access to the objects, if it had any. Its processes may be serving them.
 * @throws {StartupError} If the current user may not change it.
 */
export function closeToOthers(folder: string, group?: number): void {
  const entries = readdirSync(folder, { withFileTypes: true })
  const inside = entries.filter(
    (entry) => !keptOpen.includes(entry.name) && (entry.name === 'objects' || !entry.isSymbolicLink()),
  )
  for (const path of [folder, ...inside.map(({ name }) => join(folder, name))]) {
    const mayBePassed = path === folder || path === join(folder, 'objects')
    if (isOpen(path) && !(mayBePassed && isPassageOf(path, group))) close(path)
  }
}

const permissionsOf = (path: string): number => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777

function isPassageOf(path: string, group: number | undefined): boolean {
  return group !== undefined && statSync(path).gid === group && permissionsOf(path) === 0o710
}

const isOpen = (path: string): boolean => (permissionsOf(path) & 0o077) !== 0

function close(path: string): void {
  let reason = 'this file system does not store permissions'
  try {
    chmodSync(path, permissionsOf(path) & 0o700)
    if (!isOpen(path)) return
  } catch (error) {
    reason = (error as NodeJS.ErrnoException).code ?? String(error)
  }
  throw new StartupError(
    `Other users of this machine can enter ${path}, and Reverie cannot change that (${reason}). ` +
      'Give it to the user of Reverie (chown), close it to others (chmod go=), or set DATA_DIR to another folder.',
  )
}
