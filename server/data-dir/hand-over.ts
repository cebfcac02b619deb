import { chmodSync, chownSync, lchownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../errors/startup-error.ts'
import type { Account } from './account.ts'

/**
 * Gives a database's folder, and all that lies in it, to `account`. Whom it belonged to may still run, and may not be
 * trusted: a folder is closed to them before it is looked into, and links are not followed. The folder itself is root's
 * until all is done, so that a start that was interrupted is finished by the next.
 *
 * @throws {StartupError} If root may not do so here.
 */
export function handOver(cluster: string, { uid, gid }: Account): void {
  if (uid === undefined) return
  try {
    chownSync(cluster, 0, 0)
    // PostgreSQL, too, refuses one that others could read, which copying may have made it.
    chmodSync(cluster, 0o700)
    giveContents(cluster, uid, gid)
    chownSync(cluster, uid, gid)
  } catch (error) {
    throw new StartupError(
      `PostgreSQL does not run as root, and ${cluster} cannot be given to a user of its own ` +
        `(${(error as NodeJS.ErrnoException).code}). Start Reverie as an ordinary user who owns DATA_DIR.`,
    )
  }
}

function giveContents(folder: string, uid: number, gid: number): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    lchownSync(path, uid, gid)
    if (!entry.isDirectory()) continue
    chmodSync(path, 0o700)
    giveContents(path, uid, gid)
  }
}
