// Inspects many files in this process, makes their posters and reads their captions, at the cost of one start. The
// arguments are the files. Prints a line of JSON for each finished file: { ready }, { refused } or { failed }, always
// with the peak memory.
import { writeCaptions } from '../captions/captions.ts'
import { containerOfVideo } from '../decode/containers.ts'
import { paintPoster } from '../encode/poster.ts'
import { inspect } from './inspect.ts'
import { peakMemoryBytes } from '../../test/peak-memory.ts'
import { UnreadableVideoError } from '../unreadable-video.ts'

for (const filePath of process.argv.slice(2)) {
  const outcome = await open(filePath)
  const peakBytes = peakMemoryBytes()
  process.stdout.write(`${JSON.stringify({ ...outcome, peakBytes })}\n`)
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
