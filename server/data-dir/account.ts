import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { StartupError } from '../errors/startup-error.ts'
import { chooseSystemUser, type SystemUser } from '../confinement/system-user.ts'
import { makeFolders } from './make-folders.ts'

/** The user that a program runs as, in the form that `spawn` takes. Empty for the current user. */
export type Account = SystemUser | { uid?: undefined; gid?: undefined }

/** The user `nobody` on Linux. Earlier versions ran root's PostgreSQL as `nobody`, which other programs use, too. */
export const NOBODY = 65_534

export const isRoot = (): boolean => process.getuid?.() === 0

/** Chooses the owner of a new database. @throws {StartupError} If root has no user to give it to. */
export function newAccount(): Account {
  if (!isRoot()) return {}
  const user = chooseSystemUser('postgres')
  if (user) return user
  throw new StartupError(
    'PostgreSQL does not run as root, and this container has no other user. ' +
      'Start Reverie as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

/**
 * Chooses the user that PostgreSQL runs as. PostgreSQL must own its data. If root starts a database made by an ordinary
 * user, that user keeps it. A database of root or `nobody` gets a new owner.
 */
export function accountFor(cluster: string): Account {
  if (!isRoot()) return {}
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 && owner.uid !== NOBODY ? { uid: owner.uid, gid: owner.gid } : newAccount()
}

/** Whether `account` can enter a folder. Tries it, because access lists, mounts and parent folders matter, too. */
export function canEnter(account: Account, folder: string): boolean {
  // The shell changes its folder itself, because spawn enters `cwd` before the account changes.
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Creates a folder that everyone can enter, regardless of the umask. Does not change an existing one. */
export function createOpenFolder(folder: string): void {
  try {
    createFolders(folder)
  } catch (error) {
    throw new StartupError(
      `PostgreSQL needs the folder ${folder}, which cannot be made (${(error as Error).message}). ` +
        'Start Reverie as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
}

/** Creates a folder and its missing parents; everyone can enter them. */
export function createFolders(folder: string): void {
  for (const made of makeFolders(folder)) chmodSync(made, 0o755)
}

/** Creates a folder unless it exists. Only its owner and `account` can reach the files in it. */
export function createPassage(folder: string, { gid }: Account): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (gid === undefined) return
  chownSync(folder, -1, gid)
  chmodSync(folder, 0o710)
}

export function canRun(account: Account, program: string): boolean {
  return spawnSync(program, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}
