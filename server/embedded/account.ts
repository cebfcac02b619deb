import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { StartupError } from '../startup-error.ts'

/** Whom a program runs as, in the shape that `spawn` takes. Empty: as ourselves. */
export interface Account {
  uid?: number
  gid?: number
}

/** 'nobody' on Linux: PostgreSQL refuses to run as root. */
export const unprivileged = { uid: 65_534, gid: 65_534 }

export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * Whom PostgreSQL runs as. It insists on owning its data, so what an ordinary user's earlier start has made goes on
 * under that user when root starts it.
 */
export function accountFor(cluster: string): Account {
  if (!isRoot()) return {}
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : unprivileged
}

/** Tried, not computed from modes: access lists, mounts and parent folders have a say too. */
export function canEnter(account: Account, folder: string): boolean {
  // The shell changes folder itself, because spawn's `cwd` is entered before the account changes.
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Makes a folder that everybody can enter, whatever our umask says. One that exists stays as it is. */
export function createOpenFolder(folder: string): void {
  try {
    if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755)
  } catch (error) {
    throw new StartupError(
      `PostgreSQL needs the folder ${folder}, which cannot be made (${(error as Error).message}). ` +
        'Start Reverie as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
}

/** A folder of ours through which `account` can reach what belongs to it, and nobody else can. */
export function createPassage(folder: string, { gid }: Account): void {
  mkdirSync(folder, { mode: 0o700 })
  if (gid === undefined) return
  chownSync(folder, 0, gid)
  chmodSync(folder, 0o710)
}

export function canRun(account: Account, program: string): boolean {
  return spawnSync(program, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}
