import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from '../errors/startup-error.ts'
import { chooseSystemUser, type SystemUser } from '../confinement/system-user.ts'

/** Whom a program runs as, in the shape that `spawn` takes. Empty: as ourselves. */
export type Account = SystemUser | { uid?: undefined; gid?: undefined }

/** On Linux. Earlier versions ran root's PostgreSQL as 'nobody', whom others run as too. */
export const NOBODY = 65_534

export const isRoot = (): boolean => process.getuid?.() === 0

/** Whom a new database belongs to. @throws {StartupError} If root has nobody to give it to. */
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
 * Whom PostgreSQL runs as. It insists on owning its data, so what an ordinary user's earlier start has made goes on
 * under that user when root starts it; what belongs to root or to nobody gets an owner of its own.
 */
export function accountFor(cluster: string): Account {
  if (!isRoot()) return {}
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 && owner.uid !== NOBODY ? { uid: owner.uid, gid: owner.gid } : newAccount()
}

/** Tried, not computed from modes: access lists, mounts and parent folders have a say too. */
export function canEnter(account: Account, folder: string): boolean {
  // The shell changes folder itself, because spawn's `cwd` is entered before the account changes.
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Makes a folder that everybody can enter, whatever our umask says. One that exists stays as it is. */
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

/** A folder and those above it that are missing: everybody can enter them. */
export function createFolders(folder: string): void {
  const first = mkdirSync(folder, { recursive: true })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) chmodSync(made, 0o755)
}

/** A folder of ours through which `account` can reach what belongs to it, and nobody else can. Made if need be. */
export function createPassage(folder: string, { gid }: Account): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (gid === undefined) return
  chownSync(folder, -1, gid)
  chmodSync(folder, 0o710)
}

export function canRun(account: Account, program: string): boolean {
  return spawnSync(program, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}
