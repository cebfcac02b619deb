/**
 * The second thread of a media child. The first may be inside a decoder for seconds, deaf to everything; this one
 * ends the process when its parent is gone or when it has grown too large.
 */
import { writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { MediaReply } from './media.tasks.ts'
import { unreadable } from './unreadable-video.ts'

/** An 8K HEVC decoder holds about 1 GB of pictures. */
const MEMORY_MAX_BYTES = 1_500_000_000
const LOOK_EVERY_MS = 50

const lifeline = new Socket({ fd: 0, readable: true, writable: false })
lifeline.on('close', endProcess).on('error', endProcess).resume()

setInterval(() => {
  if (process.memoryUsage.rss() < MEMORY_MAX_BYTES) return
  const reply: MediaReply = { refused: unreadable('tooHeavy').message }
  writeSync(1, `${JSON.stringify(reply)}\n`)
  endProcess()
}, LOOK_EVERY_MS)

function endProcess(): void {
  process.kill(process.pid, 'SIGKILL')
}
