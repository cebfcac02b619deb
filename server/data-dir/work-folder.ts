import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { lockFile } from './file-lock.ts'

const LOOK_EVERY_MS = 20

/** A folder for temporary files, and a function that releases it. */
interface WorkFolder {
  path: string
  remove(): void
}

/** Empties the work folder of a data folder that this process holds exclusively. */
export function emptyWorkFolder(dataDir: string): WorkFolder {
  const path = join(dataDir, 'work')
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path)
  return { path, remove: () => {} }
}

/**
 * Creates a work folder for this process, which may share the data folder. Removes the work folders of ended processes.
 * Each process holds a lock beside its folder.
 */
export async function makeOwnWorkFolder(dataDir: string): Promise<WorkFolder> {
  const all = join(dataDir, 'work')
  mkdirSync(all, { recursive: true })
  // One process at a time. Otherwise a process might remove a folder that another process is just creating.
  const leave = await lockWhenFree(join(dataDir, 'work.lock'))
  try {
    removeAbandoned(all)
    const path = join(all, randomUUID())
    const unlock = lockFile(lockOf(path))
    mkdirSync(path)
    return {
      path,
      remove() {
        rmSync(path, { recursive: true, force: true })
        unlock?.()
        rmSync(lockOf(path), { force: true })
      },
    }
  } finally {
    leave()
  }
}

const lockOf = (folder: string): string => `${folder}.lock`

/**
 * Removes the folders of processes that have ended. A folder without a lock belonged to a process that held the data
 * folder exclusively. That process must have ended, because this process shares the data folder now.
 */
function removeAbandoned(all: string): void {
  const names = new Set(readdirSync(all))
  for (const name of names) {
    if (name.includes('.lock')) continue
    const path = join(all, name)
    const unlock = names.has(`${name}.lock`) ? lockFile(lockOf(path)) : () => {}
    if (!unlock) continue
    rmSync(path, { recursive: true, force: true })
    unlock()
    rmSync(lockOf(path), { force: true })
  }
}

async function lockWhenFree(path: string): Promise<() => void> {
  for (;;) {
    const unlock = lockFile(path)
    if (unlock) return unlock
    await delay(LOOK_EVERY_MS)
  }
}
