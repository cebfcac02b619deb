/** A media child: does the one task named in its argument, prints one line of JSON and ends. Never import this. */
import { writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { type MediaReply, type MediaRequest, type MediaResults, OUTPUT_NAME } from './media.tasks.ts'
import { UnreadableVideoError } from './unreadable-video.ts'

type Tasks = { [Task in keyof MediaResults]: (filePath: string) => Promise<MediaResults[Task]> }

// Imported when asked for: what a task does not need, it does not wait for.
const tasks: Tasks = {
  inspect: async (filePath) => (await import('./inspect.ts')).inspect(filePath),
  'private-data': async (filePath) => (await import('./private-data.ts')).listPrivateData(filePath, OUTPUT_NAME),
  poster: async (filePath) => (await import('./poster.ts')).paintPoster(filePath),
  preview: async (filePath) => (await import('./preview.ts')).encodePreview(filePath),
  stream: async (filePath) => (await import('./stream.ts')).encodeStream(filePath),
  avatar: async (filePath) => (await import('./avatar.ts')).paintAvatar(filePath),
}

const request = JSON.parse(process.argv[2] ?? '') as MediaRequest
new Worker(new URL('media.watchdog.ts', import.meta.url), { workerData: request.task }).unref()
const reply = await perform(request)
writeSync(1, `${JSON.stringify(reply)}\n`)
// At once: closing decoders and threads in good order is work that nobody waits for.
process.exit(0)

async function perform({ task, filePath }: MediaRequest): Promise<MediaReply> {
  try {
    return { result: await tasks[task](filePath) }
  } catch (error) {
    if (error instanceof UnreadableVideoError) return { refused: error.message }
    return { crashed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
