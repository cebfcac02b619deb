import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { listBackups } from './manifest.ts'

const REMOVING = '.removing-'

/**
 * Removes the oldest backups of the same site next to a new one. Backups of other sites stay, and so do those that do
 * not name their site.
 *
 * @param keep Number of backups to keep, the new one included.
 * @returns The names of the removed ones.
 */
export async function pruneBackups(target: string, keep: number): Promise<string[]> {
  const folder = dirname(target)
  for (const name of await readdir(folder)) {
    // Left by an earlier run that was interrupted while it removed old backups.
    if (name.startsWith(REMOVING)) await rm(join(folder, name), { recursive: true })
  }
  const backups = await listBackups(folder)
  const site = backups.find(({ path }) => path === target)?.manifest.site
  if (!site) return []
  // The new backup always stays, even if the clock was ahead when the others were made.
  const others = backups.filter(({ path, manifest }) => path !== target && manifest.site === site)
  const old = others.slice(0, Math.max(0, others.length - (keep - 1)))
  for (const { path } of old) {
    // A half-removed backup must not look complete.
    const doomed = join(folder, REMOVING + basename(path))
    await rename(path, doomed)
    await rm(doomed, { recursive: true })
  }
  return old.map(({ path }) => basename(path))
}
