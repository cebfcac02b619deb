import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { pidsOfTree } from './process-cpu.ts'

const SAMPLE_EVERY_MS = 200

/** What a process holds in memory. Linux only, as the figures are. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}

/** The same of a process and all that it has started. What they share counts for each: only differences mean something. */
export async function residentBytesOfTree(rootPid: number): Promise<number> {
  let sum = 0
  for (const pid of await pidsOfTree(rootPid)) sum += await residentBytes(pid).catch(() => 0)
  return sum
}

/** The most that `read` answers while `work` is done. */
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
