import { chmodSync, chownSync, lchownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../errors/startup-error.ts'
import type { Account } from './account.ts'

/**
 * Gives a database folder and its contents to `account`. Processes of the former owner may still run and are not
 * trusted. Each folder is closed to them before it is read, and links are not followed. The top folder stays root's
 * until everything inside has been handed over. The next start can then complete an interrupted hand-over.
 *
 * @throws {StartupError} If root lacks the permission.
 */
export function handOver(cluster: string, { uid, gid }: Account): void {
  if (uid === undefined) return
  try {
    chownSync(cluster, 0, 0)
    // PostgreSQL refuses a folder that others can read, and a copied folder may be readable.
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
