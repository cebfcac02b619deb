import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import * as z from 'zod/mini'
import { AppError } from '../../../errors/app-error.ts'
import { log } from '../../../errors/log.ts'
import { type MediaResults, results } from '../../results.ts'
import { type MediaReply, STARTED } from '../../tasks.ts'
import { unreadable } from '../../unreadable-video.ts'

export type MediaChild = ChildProcessByStdio<Writable, Readable, Readable>

const REPLY_MAX_CHARACTERS = 64 * 1024
const ERRORS_MAX_CHARACTERS = 2_000

/** Errors of a child that could not load its code. A child may not read a bundle that is newer than itself. */
export const lacksCode = /ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|ERR_DLOPEN_FAILED|EACCES.*\/dist\/media\//

const refusal = z.object({ refused: z.string().check(z.minLength(1), z.maxLength(500)) })
const crash = z.object({ crashed: z.string() })

const START_FAILED =
  'The server couldn’t start processing the file. Your file is fine and nothing was lost. Please try again in a minute.'
const RETRY_AFTER_SECONDS = 30

/** A media child ended before it opened its file. The server or the machine is at fault, never the file. */
export class ChildStartError extends AppError {
  override readonly name = 'ChildStartError'

  constructor(cause: unknown) {
    super('UNAVAILABLE', START_FAILED, { cause, retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
}

/** A decoder has crashed the whole process. */
export class DecoderCrashedError extends Error {}

/**
 * Reads the reply of a media child. Settles only after the child has ended. The caller then never removes a folder to
 * which a process still writes.
 *
 * @throws {ChildStartError} If the child ended before it opened its file.
 * @throws {DecoderCrashedError} If a signal that we did not send ended the child.
 * @throws {UnreadableVideoError} If the reply is invalid. A refusal by the child is a valid reply, and is returned.
 * @throws {TooSlowError} If the child takes too long.
 */
export function awaitReply(
  child: MediaChild,
  task: keyof MediaResults,
  { signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number },
): Promise<MediaReply> {
  const { promise, resolve, reject } = Promise.withResolvers<MediaReply>()
  let ended: 'aborted' | 'timed out' | 'too long' | undefined
  const end = (why: typeof ended) => {
    ended ??= why
    child.kill('SIGKILL')
  }
  const output = collect(child.stdout, REPLY_MAX_CHARACTERS, () => end('too long'))
  // A child that has replied is done, but Node's own exit hangs in rare cases (nodejs/node#54918).
  child.stdout.on('data', (chunk: string) => chunk.includes('\n') && child.kill('SIGKILL'))
  const errors = collect(child.stderr, ERRORS_MAX_CHARACTERS)
  const onAbort = () => end('aborted')
  const timer = setTimeout(() => end('timed out'), timeoutMs)
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted) onAbort()

  child.stdin.on('error', () => {}) // The child may end before this pipe, its lifeline, is closed.
  child.on('error', (error) => reject(new ChildStartError(error)))
  child.on('close', (_exitCode, deathSignal) => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    const line = firstLine(output())
    if (ended === 'aborted') reject(signal?.reason)
    else if (ended === 'timed out' || deathSignal === 'SIGXCPU') reject(unreadable('tooSlow'))
    else if (line === undefined && ended !== 'too long') reject(whyNoReply(deathSignal, errors()))
    else {
      const reply = parseReply(task, line ?? output())
      if (reply) resolve(reply)
      else reject(unreadable('crashing'))
    }
  })
  return promise
}

/** Returns why a child ended by itself without a reply. @param errors The beginning of its error output. */
function whyNoReply(deathSignal: NodeJS.Signals | null, errors: string): Error {
  // The watchdog's thread loads its code at the same time as the task's.
  if (!errors.includes(STARTED) || lacksCode.test(errors))
    return new ChildStartError(`${deathSignal ?? ''} ${errors}`.trim())
  if (deathSignal === 'SIGKILL' || deathSignal === 'SIGTERM') return new Error('Media child was killed')
  if (deathSignal) return new DecoderCrashedError(deathSignal)
  return new Error(`Media child ended without a reply: ${errors}`)
}

/** Parses a reply. @returns `undefined` for an invalid reply, which is logged. */
function parseReply(task: keyof MediaResults, line: string): MediaReply | undefined {
  const shape = z.union([z.object({ result: results[task] }), refusal, crash])
  try {
    return shape.parse(JSON.parse(line))
  } catch {
    log.error(`A media child sent an invalid reply to ${task}: ${JSON.stringify(line.slice(0, 200))}`)
    return undefined
  }
}

/** Returns the first line. A reply without the end of its line is incomplete. */
function firstLine(output: string): string | undefined {
  const end = output.indexOf('\n')
  return end > 0 ? output.slice(0, end) : undefined
}

/** Reads the first `max` characters of a stream. */
function collect(stream: Readable, max: number, onMore: () => void = () => {}): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length + chunk.length > max) onMore()
    text += chunk.slice(0, max - text.length)
  })
  return () => text
}
