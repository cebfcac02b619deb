import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** One particular process. The system reuses pids, but not pairs of pid and start time. */
export interface ProcessIdentity {
  pid: number
  /** Opaque; equal for the same process. Absent if the system does not provide it. */
  startedAt?: string | undefined
}

export const thisProcess = (): ProcessIdentity => ({ pid: process.pid, startedAt: startTime(process.pid) })

/**
 * Whether the process still runs. In doubt, the answer is yes: a process with this pid that cannot be inspected counts
 * as the same one.
 */
export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Any other error than "no such process" means that the process exists. It may be another user's, for example.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
  const now = startTime(pid)
  if (now === 'ended') return false
  return now === undefined || startedAt === undefined || now === startedAt
}

/** @returns An opaque value; `'ended'` even for a zombie, which has ended but was not collected by its parent. */
function startTime(pid: number): string | undefined {
  return process.platform === 'linux' ? linuxStartTime(pid) : psStartTime(pid)
}

function linuxStartTime(pid: number): string | undefined {
  try {
    // The second field is the program's name, which may contain anything; the fields after it contain no ')'.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return 'ended'
    // Ticks since boot, so the boot id is included.
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`
  } catch {
    return undefined // Hidden from this user, or just ended: the caller tries again.
  }
}

function psStartTime(pid: number): string | undefined {
  const ps = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } })
  return ps.stdout?.trim() || undefined
}
