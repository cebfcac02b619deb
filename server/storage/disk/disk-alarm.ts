import { runEvery } from '../../concurrency/run-every.ts'
import type { DiskSpace, DiskState } from './disk-space.ts'

const LOOK_EVERY_MS = 10_000

const news: Record<DiskState, string> = {
  ok: 'The disk has free space again: uploads are accepted.',
  low: 'The disk has reached its reserve: new uploads are refused, everything else continues. Please free up space, or lower DISK_RESERVE.',
  full: 'The disk is nearly full: the database soon cannot write. Please free up space.',
}

interface Log {
  warn(line: string): void
  error(line: string): void
}

/**
 * Logs for the operator when the disk reaches its reserve, becomes full or has space again.
 *
 * @returns A function that stops the checks.
 */
export function logDiskState(disk: Pick<DiskSpace, 'state'>, log: Log): () => Promise<void> {
  let logged: DiskState = 'ok'
  const look = async () => {
    const state = await disk.state()
    if (state !== logged) log[state === 'full' ? 'error' : 'warn'](news[state])
    logged = state
  }
  return runEvery(LOOK_EVERY_MS, look, (error) => log.error(`The disk cannot be read: ${(error as Error).message}`))
}
