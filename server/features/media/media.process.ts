import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type MediaReply, type MediaRequest, type MediaResults, OUTPUT_NAME } from './media.tasks.ts'
import { unreadable, UnreadableVideoError } from './unreadable-video.ts'

type Child = ChildProcessByStdio<Writable, Readable, Readable>

interface Running {
  signal: AbortSignal | undefined
  timeoutMs: number
  /** Where the child's working folder is made; it is removed in every case. */
  folderFor: string
  /** Called with the path of the file that the task produced, before the folder is removed. */
  keep?: (producedPath: string) => Promise<void>
}

const CHILD = fileURLToPath(new URL('media.child.ts', import.meta.url))
const JS_HEAP_MAX_MB = 256
const REPLY_MAX_BYTES = 64 * 1024

/**
 * Does one task in a process of its own, so that a file that crashes, stalls or swells a decoder takes only that
 * process with it. The child gets an empty environment, a folder of its own, and a pipe as its lifeline: when this
 * process ends, however it ends, the child does too.
 *
 * @throws {UnreadableVideoError} If the file is at fault: refused, or the end of its decoder.
 * @throws {TooSlowError} If it takes longer than `timeoutMs`.
 */
export async function runInChild<Task extends MediaRequest['task']>(
  request: MediaRequest & { task: Task },
  { signal, timeoutMs, folderFor, keep }: Running,
): Promise<MediaResults[Task]> {
  signal?.throwIfAborted()
  const folder = await mkdtemp(join(folderFor, '.reverie-media-'))
  try {
    const child = startChild(request, folder)
    const reply = await awaitReply(child, { signal, timeoutMs })
    if ('refused' in reply) throw new UnreadableVideoError(reply.refused)
    if ('crashed' in reply) throw new Error(`Media task ${request.task} crashed: ${reply.crashed}`)
    await keep?.(join(folder, OUTPUT_NAME))
    return reply.result as MediaResults[Task]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function startChild(request: MediaRequest, cwd: string): Child {
  return spawn(process.execPath, [`--max-old-space-size=${JS_HEAP_MAX_MB}`, CHILD, JSON.stringify(request)], {
    cwd,
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
}

/** Settles when the child is gone, never before: nobody removes a folder under a process that still writes to it. */
function awaitReply(
  child: Child,
  { signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number },
): Promise<MediaReply> {
  const { promise, resolve, reject } = Promise.withResolvers<MediaReply>()
  const output = collect(child.stdout)
  const log = collect(child.stderr)
  let ended: 'aborted' | 'timed out' | undefined

  const end = (why: typeof ended) => {
    ended ??= why
    child.kill('SIGKILL')
  }
  const onAbort = () => end('aborted')
  const timer = setTimeout(() => end('timed out'), timeoutMs)
  signal?.addEventListener('abort', onAbort, { once: true })

  child.stdin.on('error', () => {}) // The child may be gone before its lifeline is.
  child.on('error', reject) // It could not be started: the machine's fault, not the file's.
  child.on('close', (_exitCode, deathSignal) => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    const reply = parseReply(output())
    if (ended === 'aborted') reject(signal?.reason)
    else if (ended === 'timed out') reject(unreadable('tooSlow'))
    else if (reply) resolve(reply)
    else if (deathSignal === 'SIGKILL' || deathSignal === 'SIGTERM') reject(new Error('Media child was killed'))
    else if (deathSignal) reject(unreadable('crashing')) // A decoder that segfaults on a file will do so again.
    else reject(new Error(`Media child ended without a reply: ${log()}`))
  })
  return promise
}

function collect(stream: Readable): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < REPLY_MAX_BYTES) text += chunk
  })
  return () => text
}

/** The first line is the reply: one that could not be read to its end is none. */
function parseReply(output: string): MediaReply | undefined {
  const [line, rest] = output.split('\n', 2)
  return line && rest !== undefined ? (JSON.parse(line) as MediaReply) : undefined
}
