import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** One particular process: a pid alone is reused by the system, a pid with its time of start is not. */
export interface ProcessIdentity {
  pid: number
  /** Opaque; equal for the same process. Absent where the system does not tell. */
  startedAt?: string | undefined
}

export const thisProcess = (): ProcessIdentity => ({ pid: process.pid, startedAt: startTime(process.pid) })

/** Errs towards alive: a process that we may not look at counts as the one meant. */
export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Anything but 'no such process' means that there is one, for instance another person's.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
  const now = startTime(pid)
  if (now === 'ended') return false
  return now === undefined || startedAt === undefined || now === startedAt
}

/** @returns `'ended'` for a zombie, which has ended though its parent has not asked yet. */
function startTime(pid: number): string | undefined {
  return process.platform === 'linux' ? linuxStartTime(pid) : psStartTime(pid)
}

function linuxStartTime(pid: number): string | undefined {
  try {
    // The second field is the program's name, which may contain anything; what follows it does not contain ')'.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return 'ended'
    // Ticks since boot, hence the boot.
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`
  } catch {
    return undefined // Hidden from us, or just gone: the caller asks again.
  }
}

function psStartTime(pid: number): string | undefined {
  const ps = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } })
  return ps.stdout?.trim() || undefined
}
