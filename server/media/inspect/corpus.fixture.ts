// Inspects many files in this process, makes their posters and reads their captions, at the cost of one start. The
// arguments are the files. Prints a line of JSON for each finished file: { ready }, { refused } or { failed }, always
// with the peak memory. A file that is never finished gets { isSilent }, and ends the process.
import { writeSync } from 'node:fs'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { writeCaptions } from '../captions/captions.ts'
import { containerOfVideo } from '../decode/containers.ts'
import { paintPoster } from '../encode/poster.ts'
import { inspect } from './inspect.ts'
import { peakMemoryBytes } from '../../test/peak-memory.ts'
import { UnreadableVideoError } from '../unreadable-video.ts'

/** Maximum processor time per file in microseconds, as in the engine. Some files keep a parser busy for ever. */
const CPU_MAX_MICROSECONDS = 5e6
/** Maximum time per file in milliseconds, long enough for a slow machine. Only a file that blocks takes as long. */
const SILENCE_MAX_MS = 20_000

if (isMainThread) {
  const filesBegun = new Int32Array(new SharedArrayBuffer(4))
  new Worker(import.meta.filename, { workerData: filesBegun }).unref()
  for (const filePath of process.argv.slice(2)) {
    Atomics.add(filesBegun, 0, 1)
    const outcome = await open(filePath)
    const peakBytes = peakMemoryBytes()
    process.stdout.write(`${JSON.stringify({ ...outcome, peakBytes })}\n`)
  }
} else watch(workerData as Int32Array)

/** Watches over the main thread, which may be inside a parser. */
function watch(filesBegun: Int32Array): void {
  const read = () => ({ file: filesBegun[0], ms: performance.now(), cpuMicroseconds: process.cpuUsage().user })
  let begin = read()
  setInterval(() => {
    const now = read()
    if (now.file !== begin.file) begin = now
    const cpuMicroseconds = now.cpuMicroseconds - begin.cpuMicroseconds
    if (cpuMicroseconds < CPU_MAX_MICROSECONDS && now.ms - begin.ms < SILENCE_MAX_MS) return
    writeSync(1, `${JSON.stringify({ isSilent: true, peakBytes: 0 })}\n`)
    process.kill(process.pid, 'SIGKILL')
  }, 50)
}

async function open(filePath: string): Promise<{ ready: true } | { refused: string } | { failed: string }> {
  try {
    await inspect(filePath)
    await paintPoster(filePath, {})
    await paintPoster(filePath, { coverAt: 0.5 })
    await writeCaptions(filePath, await containerOfVideo(filePath), 0, '.')
    return { ready: true }
  } catch (error) {
    if (error instanceof UnreadableVideoError) return { refused: error.message }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
