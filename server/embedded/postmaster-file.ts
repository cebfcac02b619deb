import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../errors/startup-error.ts'
import { ignoreMissing } from '../errors/system-error.ts'
import { isAlive } from '../data-dir/processes.ts'

const orphanDeadlineMs = 60_000

/**
 * Stops a PostgreSQL that an earlier process and its killed guardian left running on this cluster. Removes a lock file
 * if its pid now belongs to another process. (PostgreSQL itself removes a lock file with an unused pid.)
 *
 * @throws {StartupError} If PostgreSQL does not end.
 */
export async function stopOrphan(cluster: string): Promise<void> {
  const pid = Number(readPostmasterFile(cluster)[0])
  if (!(pid > 0) || !isAlive(pid)) return
  if (!isPostmasterOf(pid, cluster)) return rmSync(join(cluster, 'postmaster.pid'), { force: true })
  process.kill(pid, 'SIGINT')
  const deadline = performance.now() + orphanDeadlineMs
  while (isAlive(pid)) {
    if (performance.now() > deadline)
      throw new StartupError(`PostgreSQL (process ${pid}) still holds ${cluster}: stop it first.`)
    await delay(20)
  }
}

/** Returns the port of the PostgreSQL that serves this cluster, even if another process started it. */
export function findPort(cluster: string): number | undefined {
  const lines = readPostmasterFile(cluster)
  const pid = Number(lines[0])
  const isServing = pid > 0 && lines[7]?.trim() === 'ready' && isAlive(pid) && isPostmasterOf(pid, cluster)
  return isServing ? Number(lines[3]) : undefined
}

/** Returns the lines of postmaster.pid: 0 is the pid, 1 the data directory, 3 the port, 7 the status. */
export function readPostmasterFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    return ignoreMissing(error) ?? []
  }
}

/** Whether the process serves this cluster. After a copy or a move, the path in the file is that of the original. */
function isPostmasterOf(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return readPostmasterFile(cluster)[1] === cluster
  try {
    // PostgreSQL's working directory is its data directory.
    const [a, b] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)]
    return a.dev === b.dev && a.ino === b.ino
  } catch {
    return false // Another user's process, or one that has just ended.
  }
}
