import { readFileSync } from 'node:fs'

/**
 * Returns the peak memory of this process in bytes. On Linux, Node's own figure also covers the time before this
 * program was loaded. The process was a copy of its parent then.
 */
export function peakMemoryBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const status = readFileSync('/proc/self/status', 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) * 1024
}
