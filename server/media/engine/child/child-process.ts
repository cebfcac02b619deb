import { spawn } from 'node:child_process'
import { chmod, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { childProgram } from './child-program.ts'
import { confine } from '../../../confinement/confinement.ts'
import { takeOver } from '../../../confinement/made-files.ts'
import { log } from '../../../errors/log.ts'
import { awaitReply, ChildStartError, DecoderCrashedError, lacksCode, type MediaChild } from './reply.ts'
import type { MediaResults } from '../../results.ts'
import { type MediaRequest, OPERATOR_ANCHORS, OUTPUT_NAME } from '../../tasks.ts'
import { EDITS_FILE_MAX_BYTES } from '../../inspect/private-data.ts'
import { unreadable, UnreadableVideoError } from '../../unreadable-video.ts'
import { inTurn, type Turn } from './turns.ts'

export interface MediaOptions {
  /**
   * Aborts the work: the child is killed, its files are removed, and the promise rejects with the signal's reason. Work
   * that waits for a turn rejects only when its turn comes.
   */
  signal?: AbortSignal | undefined
  /** Maximum run time of the child in milliseconds, not counting the wait for a turn. */
  timeoutMs?: number
  /** The turn of the request or job that waits for the child. By default the child waits for a turn of its own. */
  turn?: Turn | undefined
  /** Parent of the child's working folder. The working folder is always removed. */
  workFolder?: string
}

export interface CredentialsOptions extends MediaOptions {
  /** The operator's certificates in PEM that may vouch for signers. */
  operatorAnchors?: string | undefined
}

export interface Running<Task extends MediaRequest['task'], Kept> extends CredentialsOptions {
  timeoutMs: number
  /**
   * Called with the path of the task's output file and the task's reply, before the folder is removed. By default the
   * reply is returned and the file is not read.
   */
  keep?: ((producedPath: string, result: MediaResults[Task]) => Promise<Kept>) | undefined
}

const NODE_OPTIONS = ['--max-old-space-size=256']
/** Milliseconds to wait before each new attempt to start a child. */
const START_AGAIN_AFTER_MS = [100, 400, 1_500]
/**
 * Maximum size in bytes of each file that a task writes. The largest file of a stream is the copied original with the
 * container's overhead.
 */
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
 * Runs one task in its own process. A file that crashes, stalls or bloats a decoder affects only that process. The
 * child gets an empty environment, a working folder, and none of the rights that it does not need (confinement/). It
 * also gets a pipe as its lifeline: the child ends when this process ends for any reason. Every media child is started
 * here, in a turn (`turns.ts`), so no request escapes the limits.
 *
 * @throws {ChildStartError} If the child cannot be started, which is never the file's fault.
 * @throws {UnreadableVideoError} If the file is at fault: it was refused or crashed its decoder.
 * @throws {TooSlowError} If it takes longer than `timeoutMs`.
 */
export function runInChild<Task extends MediaRequest['task'], Kept = MediaResults[Task]>(
  request: MediaRequest & { task: Task },
  running: Running<Task, Kept>,
): Promise<Kept> {
  const start = () => startPatiently(() => runTwice(request, running))
  return running.turn ? running.turn.run(start) : inTurn((turn) => turn.run(start))
}

/** Retries if a child cannot start, which happens while an update replaces its code. */
async function startPatiently<T>(start: () => Promise<T>): Promise<T> {
  for (const pauseMs of START_AGAIN_AFTER_MS) {
    try {
      return await start()
    } catch (error) {
      if (!(error instanceof ChildStartError)) throw error
      log.error({ err: error.cause }, 'A media child could not start')
      await setTimeout(pauseMs)
    }
  }
  return start()
}

async function runTwice<Task extends MediaRequest['task'], Kept>(
  request: MediaRequest & { task: Task },
  running: Running<Task, Kept>,
): Promise<Kept> {
  try {
    return await runOnce(request, running)
  } catch (error) {
    if (!(error instanceof DecoderCrashedError)) throw error
  }
  // Even on a good file, decoders crash about once in several thousand runs. On a bad file they crash again.
  return runOnce(request, running).catch((error: unknown) => {
    throw error instanceof DecoderCrashedError ? unreadable('crashing') : error
  })
}

async function runOnce<Task extends MediaRequest['task'], Kept>(
  request: MediaRequest & { task: Task },
  { signal, timeoutMs, workFolder = tmpdir(), operatorAnchors, keep }: Running<Task, Kept>,
): Promise<Kept> {
  signal?.throwIfAborted()
  await using folder = await mkdtempDisposable(join(workFolder, '.reverie-media-'))
  if (operatorAnchors) await putInto(folder.path, OPERATOR_ANCHORS, operatorAnchors)
  const child = await startChild(request, folder.path, timeoutMs)
  const reply = await awaitReply(child, request.task, { signal, timeoutMs })
  if ('refused' in reply) throw new UnreadableVideoError(reply.refused)
  if ('crashed' in reply && lacksCode.test(reply.crashed)) throw new ChildStartError(reply.crashed)
  if ('crashed' in reply) throw new Error(`Media task ${request.task} crashed: ${reply.crashed}`)
  const result = reply.result as MediaResults[Task]
  if (!keep) return result as Kept
  const producedPath = join(folder.path, OUTPUT_NAME)
  await takeOver(producedPath)
  return await keep(producedPath, result)
}

/** Makes the file readable for the user that runs the children (if root starts them), independent of our umask. */
async function putInto(folder: string, name: string, text: string): Promise<void> {
  await writeFile(join(folder, name), text)
  await chmod(join(folder, name), 0o644)
}

async function startChild(request: MediaRequest, folder: string, timeoutMs: number): Promise<MediaChild> {
  const args = await confine({
    command: [...NODE_OPTIONS, childProgram(), JSON.stringify(request)],
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
