import { readFileSync } from 'node:fs'

/**
 * Returns the peak memory of this process in bytes. Node's own figure includes, on Linux, the memory of the parent
 * until this program replaced it.
 */
export function peakMemoryBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const status = readFileSync('/proc/self/status', 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) * 1024
}
