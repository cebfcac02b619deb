import { writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { MediaReply, MediaRequest } from '../../tasks.ts'
import { type Unreadable, unreadable } from '../../unreadable-video.ts'

/**
 * Maximum memory. An 8K HEVC decoder holds about 1 GB of frames. The reader of credentials needs a tenth of that and a
 * few hash buffers.
 */
const MEMORY_MAX_BYTES = 1_500_000_000
const CREDENTIALS_MEMORY_MAX_BYTES = 600_000_000
const credentialsTasks: readonly MediaRequest['task'][] = ['credentials', 'manifest-store', 'manifests']
/**
 * Maximum seconds of processor time, which do not pass while a busy machine delays the child. Measuring takes
 * milliseconds and decoding one frame takes a second. Some damaged files would keep the parser busy for ever.
 */
const CPU_MAX_SECONDS: Partial<Record<MediaRequest['task'], number>> = { inspect: 5, 'manifest-store': 8, workflow: 5 }
const CHECK_EVERY_MS = 50

/**
 * Watches over a media child from its second thread. The first one may be inside a decoder for seconds without handling
 * events. Ends the process when its parent has ended, when it has grown too large, or when it loops.
 */
export function watch(task: MediaRequest['task']): void {
  const memoryMaxBytes = credentialsTasks.includes(task) ? CREDENTIALS_MEMORY_MAX_BYTES : MEMORY_MAX_BYTES
  const cpuMaxMicroseconds = (CPU_MAX_SECONDS[task] ?? Infinity) * 1e6

  const lifeline = new Socket({ fd: 0, readable: true, writable: false })
  lifeline.on('close', endProcess).on('error', endProcess).resume()

  setInterval(() => {
    if (process.memoryUsage.rss() > memoryMaxBytes) refuse('tooHeavy')
    if (process.cpuUsage().user > cpuMaxMicroseconds) refuse('damaged')
  }, CHECK_EVERY_MS)
}

function refuse(why: Unreadable): void {
  const reply: MediaReply = { refused: unreadable(why).message }
  writeSync(1, `${JSON.stringify(reply)}\n`)
  endProcess()
}

function endProcess(): void {
  process.kill(process.pid, 'SIGKILL')
}
