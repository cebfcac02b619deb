import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sumOfTree } from './process-cpu.ts'

const SAMPLE_EVERY_MS = 200

/** Returns the memory of a process; 0 if it has ended and was not reaped. Linux only. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

/**
 * Returns the memory of a process and its descendants. Shared memory is counted once per process, so only differences
 * are meaningful.
 */
export function residentBytesOfTree(rootPid: number): Promise<number> {
  return sumOfTree(rootPid, residentBytes)
}

/** Like `residentBytesOfTree`, but counts shared memory once. Reading it takes the kernel longer. */
export function sharedBytesOfTree(rootPid: number): Promise<number> {
  return sumOfTree(rootPid, async (pid) => {
    const memory = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1] ?? 0) * 1024
  })
}

/** Returns the maximum of `read` during `work`. */
export async function peakDuring<T>(
  read: () => Promise<number>,
  work: Promise<T>,
): Promise<{ peak: number; result: T }> {
  let peak = 0
  let isOver = false
  const sampling = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await read())
      await pause(SAMPLE_EVERY_MS)
    }
  })()
  try {
    return { result: await work, peak }
  } finally {
    isOver = true
    await sampling
  }
}
