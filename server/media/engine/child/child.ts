/**
 * The entry point of a media child: runs the task named in its argument, prints one line of JSON and ends. Must not be
 * imported.
 */
import { writeSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'
import { modules } from './task-modules.ts'
import { type MediaReply, type MediaRequest, type MediaResults, OUTPUT_NAME, STARTED } from '../../tasks.ts'
import { UnreadableVideoError } from '../../unreadable-video.ts'

type Work<Task extends keyof MediaResults> = (filePath: string, request: MediaRequest) => Promise<MediaResults[Task]>

/** Loads the code of each task. */
type Tasks = { [Task in keyof MediaResults]: () => Promise<Work<Task>> }

const tasks: Tasks = {
  inspect: async () => (await modules.inspect()).inspect,
  'private-data': async () => {
    const { listPrivateData } = await modules['private-data']()
    return (filePath) => listPrivateData(filePath, OUTPUT_NAME)
  },
  credentials: async () => {
    const { checkCredentials } = await modules.credentials()
    return (filePath, { operatorAnchors }) => checkCredentials(filePath, operatorAnchors)
  },
  'manifest-store': async () => {
    const { checkManifestStore } = await modules.credentials()
    return (filePath, { operatorAnchors }) => checkManifestStore(filePath, operatorAnchors)
  },
  poster: async () => (await modules.poster()).paintPoster,
  preview: async () => (await modules.preview()).encodePreview,
  stream: async () => (await modules.stream()).encodeStream,
  avatar: async () => (await modules.avatar()).paintAvatar,
  fingerprint: async () => (await modules.fingerprint()).takeFingerprint,
  manifests: async () => {
    const { draftManifests } = await modules.manifests()
    return (filePath, { manifests, operatorAnchors }) => draftManifests(filePath, manifests!, operatorAnchors)
  },
  workflow: async () => (await modules.workflow()).readWorkflow,
}

const request = JSON.parse(process.argv[2] ?? '') as MediaRequest
if (request.compiledCode) enableCompileCache(request.compiledCode)
new Worker(new URL('watchdog.ts', import.meta.url), { workerData: request.task }).unref()
// A missing module ends the process here, before the file is opened.
const work = await tasks[request.task]()
writeSync(2, STARTED)
const reply = await perform(request)
writeSync(1, `${JSON.stringify(reply)}\n`)
// Exits at once, without the cost of closing decoders and threads.
process.exit(0)

async function perform(asked: MediaRequest): Promise<MediaReply> {
  try {
    return { result: await work(asked.filePath, asked) }
  } catch (error) {
    if (error instanceof UnreadableVideoError) return { refused: error.message }
    return { crashed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
