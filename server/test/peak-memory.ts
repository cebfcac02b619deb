import { readFileSync } from 'node:fs'

/**
 * The most memory that this process has held at once, bytes. What Node tells of itself counts, on Linux, what the process held
 * that began this one, up to the moment when this program replaced it.
 */
export function peakMemoryBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const status = readFileSync('/proc/self/status', 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) * 1024
}
