import { execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { compiledCode, keepCompiledCode } from './compiled-code.ts'
import { confine } from '../../../confinement/confinement.ts'
import { takeOver } from '../../../confinement/made-files.ts'
import { ChildStartError } from './child-start-error.ts'
import { awaitReply, DecoderCrashedError, type MediaChild } from './reply.ts'
import { type MediaRequest, type MediaResults, OUTPUT_NAME } from '../../tasks.ts'
import { EDITS_FILE_MAX_BYTES } from '../../inspect/private-data.ts'
import { unreadable, UnreadableVideoError } from '../../unreadable-video.ts'
import { inTurn, type Turn } from './turns.ts'

interface Running<Task extends MediaRequest['task']> {
  /** The place of the request or job that waits for the child. By default the child waits for a place of its own. */
  turn: Turn | undefined
  signal: AbortSignal | undefined
  timeoutMs: number
  /** Where the child's working folder is made; it is removed in every case. */
  folderFor: string
  /** A file that is put into it before: its name and its text. */
  input?: { name: string; text: string } | undefined
  /** Called with the path of the file that the task produced, and what it said of it, before the folder is removed. */
  keep?: (producedPath: string, result: MediaResults[Task]) => Promise<void>
}

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url))
const COMPILER = fileURLToPath(new URL('compile.child.ts', import.meta.url))
const NODE_OPTIONS = ['--max-old-space-size=256']
/** The pauses before another try to start a child. */
const START_AGAIN_AFTER_MS = [100, 400, 1_500]
/** The errors of code that a child could not load. */
const lacksCode = /ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|ERR_DLOPEN_FAILED/
/** Of one file that a task writes. A stream's largest is the original, copied, with what its container adds. */
const FILE_MAX_BYTES: Record<MediaRequest['task'], number> = {
  inspect: EDITS_FILE_MAX_BYTES,
  'private-data': EDITS_FILE_MAX_BYTES,
  credentials: 2e6,
  'manifest-store': 2e6,
  poster: 20e6,
  preview: 50e6,
  stream: 12e9,
  avatar: 20e6,
  fingerprint: 0,
  manifests: 20e6,
  workflow: 1e6,
}

/**
 * Does one task in a process of its own, so that a file that crashes, stalls or swells a decoder takes only that
 * process with it. The child gets an empty environment, a folder of its own, a pipe as its lifeline (when this process
 * ends, however it ends, the child does too), and none of the rights that it can do without (confinement/). Every media
 * child is started here, in a turn (`turns.ts`), so no request escapes the limits.
 *
 * @throws {ChildStartError} If the child cannot be started, for which the file is never blamed.
 * @throws {UnreadableVideoError} If the file is at fault: refused, or the end of its decoder.
 * @throws {TooSlowError} If it takes longer than `timeoutMs`.
 */
export function runInChild<Task extends MediaRequest['task']>(
  request: MediaRequest & { task: Task },
  running: Running<Task>,
): Promise<MediaResults[Task]> {
  const start = () => startPatiently(() => runTwice(request, running))
  return running.turn ? running.turn.run(start) : inTurn((turn) => turn.run(start))
}

/** Tries again where a child cannot start, as happens while an update replaces its code. */
async function startPatiently<T>(start: () => Promise<T>): Promise<T> {
  for (const pauseMs of START_AGAIN_AFTER_MS) {
    try {
      return await start()
    } catch (error) {
      if (!(error instanceof ChildStartError)) throw error
      console.error(`A media child could not start: ${String(error.cause)}`)
      await setTimeout(pauseMs)
    }
  }
  return start()
}

async function runTwice<Task extends MediaRequest['task']>(
  request: MediaRequest & { task: Task },
  running: Running<Task>,
): Promise<MediaResults[Task]> {
  try {
    return await runOnce(request, running)
  } catch (error) {
    if (!(error instanceof DecoderCrashedError)) throw error
  }
  // Once in some thousands of times it crashes on a good file, too. On a bad one it does so again.
  return runOnce(request, running).catch((error: unknown) => {
    throw error instanceof DecoderCrashedError ? unreadable('crashing') : error
  })
}

async function runOnce<Task extends MediaRequest['task']>(
  request: MediaRequest & { task: Task },
  { signal, timeoutMs, folderFor, input, keep }: Running<Task>,
): Promise<MediaResults[Task]> {
  signal?.throwIfAborted()
  const folder = await mkdtemp(join(folderFor, '.reverie-media-'))
  try {
    if (input) await putInto(folder, input)
    const child = await startChild(request, folder, timeoutMs)
    const reply = await awaitReply(child, request.task, { signal, timeoutMs })
    if ('refused' in reply) throw new UnreadableVideoError(reply.refused)
    if ('crashed' in reply && lacksCode.test(reply.crashed)) throw new ChildStartError(reply.crashed)
    if ('crashed' in reply) throw new Error(`Media task ${request.task} crashed: ${reply.crashed}`)
    const result = reply.result as MediaResults[Task]
    if (keep) {
      await takeOver(join(folder, OUTPUT_NAME))
      await keep(join(folder, OUTPUT_NAME), result)
    }
    return result
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Where root starts children as another user, that user reads it, whatever our umask says. */
async function putInto(folder: string, { name, text }: { name: string; text: string }): Promise<void> {
  await writeFile(join(folder, name), text)
  await chmod(join(folder, name), 0o644)
}

async function startChild(request: MediaRequest, folder: string, timeoutMs: number): Promise<MediaChild> {
  const args = await confine({
    command: [...NODE_OPTIONS, CHILD, JSON.stringify({ ...request, compiledCode: compiledCode() })],
    files: [request.filePath, ...(request.manifests?.filePaths ?? [])],
    folder,
    limits: {
      cpuSeconds: Math.ceil((timeoutMs / 1000) * availableParallelism()),
      fileMaxBytes: FILE_MAX_BYTES[request.task],
    },
  })
  try {
    return spawn(process.execPath, args, { cwd: folder, env: {}, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
  } catch (error) {
    throw new ChildStartError(error)
  }
}

/** Has the code of media children compiled once for all that follow. */
export function compileMediaChildren(): Promise<void> {
  return keepCompiledCode(async (folder) => {
    const args = await confine({
      command: [...NODE_OPTIONS, COMPILER, folder],
      files: [COMPILER],
      folder,
      limits: { cpuSeconds: 60, fileMaxBytes: 20e6 },
    })
    await promisify(execFile)(process.execPath, args, { cwd: folder, env: {} })
  })
}
