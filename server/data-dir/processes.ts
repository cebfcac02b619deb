import { readFileSync } from 'node:fs'
import { hasSystemCode } from '../errors/system-error.ts'

/** Whether a process with this pid runs. In doubt, the answer is yes. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Any other error than "no such process" means that the process exists. It may be another user's, for example.
    return !hasSystemCode(error, 'ESRCH')
  }
  return !isZombie(pid)
}

/** Whether a process has ended but was not collected by its parent. */
function isZombie(pid: number): boolean {
  try {
    // The second field is the program's name, which may contain anything. The later fields contain no ')'.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return /^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')))
  } catch {
    return false // There is no /proc, or the process has just ended.
  }
}
