// Where a media child and its watchdog thread start.
import { writeSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { isMainThread, Worker } from 'node:worker_threads'
import { tasks } from './child-tasks.ts'
import { type MediaReply, type MediaRequest, STARTED } from '../../tasks.ts'
import { UnreadableVideoError } from '../../unreadable-video.ts'
import { watch } from './watchdog.ts'

const { PRIORITY_BELOW_NORMAL } = constants.priority
/** The tasks that run at a low priority, because pages and posters take precedence, and then previews. */
const priorities: Partial<Record<MediaRequest['task'], number>> = {
  preview: PRIORITY_BELOW_NORMAL / 2,
  stream: PRIORITY_BELOW_NORMAL,
  manifests: PRIORITY_BELOW_NORMAL,
  fingerprint: PRIORITY_BELOW_NORMAL,
}

const [, program = '', argument = ''] = process.argv
const request = JSON.parse(argument) as MediaRequest
if (isMainThread) await runTask()
else watch(request.task)

/** Performs the task of this process, a media child: prints one line of JSON and ends the process. */
async function runTask(): Promise<void> {
  new Worker(program, { argv: [argument] }).unref()
  // A missing module ends the process here, before the file is opened.
  const work = await tasks[request.task]()
  writeSync(2, STARTED)
  // Threads that decoders start later inherit the priority. It cannot be raised if the whole server runs at a lower
  // one.
  const priority = priorities[request.task]
  if (priority !== undefined) setPriority(Math.max(getPriority(), priority))
  const reply = await perform(work)
  writeSync(1, `${JSON.stringify(reply)}\n`)
  // Exits at once, without the cost of closing decoders and threads.
  process.exit(0)
}

type Work = Awaited<ReturnType<(typeof tasks)[MediaRequest['task']]>>

async function perform(work: Work): Promise<MediaReply> {
  try {
    return { result: await work(request.filePath, request) }
  } catch (error) {
    if (error instanceof UnreadableVideoError) return { refused: error.message }
    return { crashed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
