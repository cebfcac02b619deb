/**
 * The second thread of a media child. The first may be inside a decoder for seconds, deaf to everything; this one
 * ends the process when its parent is gone, when it has grown too large, or when it goes round in circles.
 */
import { writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { workerData } from 'node:worker_threads'
import type { MediaReply, MediaRequest } from '../tasks.ts'
import { type Unreadable, unreadable } from '../unreadable-video.ts'

/** An 8K HEVC decoder holds about 1 GB of frames. */
const MEMORY_MAX_BYTES = 1_500_000_000
/**
 * Of processor time, which a busy machine does not use up: a measuring parser takes milliseconds and one frame a
 * second, but some damaged files keep the parser busy for ever.
 */
const INSPECTION_MAX_SECONDS = 5
const LOOK_EVERY_MS = 50

const isInspection = (workerData as MediaRequest['task']) === 'inspect'

const lifeline = new Socket({ fd: 0, readable: true, writable: false })
lifeline.on('close', endProcess).on('error', endProcess).resume()

setInterval(() => {
  if (process.memoryUsage.rss() > MEMORY_MAX_BYTES) refuse('tooHeavy')
  if (isInspection && process.cpuUsage().user > INSPECTION_MAX_SECONDS * 1e6) refuse('damaged')
}, LOOK_EVERY_MS)

function refuse(why: Unreadable): void {
  const reply: MediaReply = { refused: unreadable(why).message }
  writeSync(1, `${JSON.stringify(reply)}\n`)
  endProcess()
}

function endProcess(): void {
  process.kill(process.pid, 'SIGKILL')
}
