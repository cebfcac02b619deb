/** A media child: does the one task named in its argument, prints one line of JSON and ends. Never import this. */
import { writeSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'
import { modules } from './task-modules.ts'
import { type MediaReply, type MediaRequest, type MediaResults, OUTPUT_NAME } from '../../tasks.ts'
import { UnreadableVideoError } from '../../unreadable-video.ts'

type Tasks = {
  [Task in keyof MediaResults]: (filePath: string, request: MediaRequest) => Promise<MediaResults[Task]>
}

const tasks: Tasks = {
  inspect: async (filePath) => (await modules.inspect()).inspect(filePath),
  'private-data': async (filePath) => (await modules['private-data']()).listPrivateData(filePath, OUTPUT_NAME),
  credentials: async (filePath, { operatorAnchors }) =>
    (await modules.credentials()).checkCredentials(filePath, operatorAnchors),
  'manifest-store': async (filePath, { operatorAnchors }) =>
    (await modules.credentials()).checkManifestStore(filePath, operatorAnchors),
  poster: async (filePath) => (await modules.poster()).paintPoster(filePath),
  preview: async (filePath) => (await modules.preview()).encodePreview(filePath),
  stream: async (filePath) => (await modules.stream()).encodeStream(filePath),
  avatar: async (filePath) => (await modules.avatar()).paintAvatar(filePath),
  fingerprint: async (filePath) => (await modules.fingerprint()).takeFingerprint(filePath),
  manifests: async (filePath, { manifests, operatorAnchors }) =>
    (await modules.manifests()).draftManifests(filePath, manifests!, operatorAnchors),
  workflow: async (filePath) => (await modules.workflow()).readWorkflow(filePath),
}

const request = JSON.parse(process.argv[2] ?? '') as MediaRequest
if (request.compiledCode) enableCompileCache(request.compiledCode)
new Worker(new URL('watchdog.ts', import.meta.url), { workerData: request.task }).unref()
const reply = await perform(request)
writeSync(1, `${JSON.stringify(reply)}\n`)
// At once: closing decoders and threads in good order is work that nobody waits for.
process.exit(0)

async function perform(asked: MediaRequest): Promise<MediaReply> {
  try {
    return { result: await tasks[asked.task](asked.filePath, asked) }
  } catch (error) {
    if (error instanceof UnreadableVideoError) return { refused: error.message }
    return { crashed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
