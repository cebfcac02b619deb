import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import * as z from 'zod/mini'
import { text as storable } from '../../../../contract/fields.ts'
import { type PrivateKind, privateKinds } from '../../../../contract/media/metadata/private-data.ts'
import { ProvenanceClaim, TrustListName } from '../../../../contract/videos/provenance.ts'
import { FRAMES_MAX, type MediaReply, type MediaResults, STARTED } from '../../tasks.ts'
import { unreadable } from '../../unreadable-video.ts'
import { ChildStartError } from './child-start-error.ts'

export type MediaChild = ChildProcessByStdio<Writable, Readable, Readable>

const REPLY_MAX_BYTES = 64 * 1024
const LOG_MAX_CHARACTERS = 2_000

const pixels = z.int().check(z.positive(), z.maximum(100_000))
const size = { width: pixels, height: pixels }
const name = z.string().check(z.maxLength(200))
const count = z.int().check(z.nonnegative())

const privateData = z.object({
  kinds: z.array(z.enum(Object.keys(privateKinds) as PrivateKind[])).check(z.maxLength(100)),
  holdsCredentials: z.boolean(),
  changedBytes: count,
})

const words = storable(200)
const credentials = z.object({
  outcome: z.enum(['none', 'read', 'unreadable', 'elsewhere', 'tooLarge']),
  manifests: z
    .array(
      z.object({
        id: words,
        title: z.nullable(words),
        generator: z.nullable(words),
        signer: z.nullable(words),
        signedAt: z.nullable(z.iso.datetime()),
        list: z.nullable(TrustListName),
        isSigned: z.boolean(),
        isBound: z.boolean(),
        relationship: z.nullable(words),
        depth: count,
        actions: z
          .array(
            z.object({
              action: words,
              sourceType: z.nullable(words),
              tool: z.nullable(words),
              model: z.nullable(words),
            }),
          )
          .check(z.maxLength(20)),
        problems: z.array(words).check(z.maxLength(20)),
      }),
    )
    .check(z.maxLength(16)),
  manifestsCount: count,
})

/**
 * Schemas of the replies. A decoder that a file has taken over may reply anything, so replies are validated like
 * network input.
 */
const results: { [Task in keyof MediaResults]: z.ZodMiniType<MediaResults[Task]> } = {
  inspect: z.object({
    ...size,
    durationSeconds: z.number().check(z.positive(), z.maximum(24 * 60 * 60)),
    videoCodec: name,
    audioCodec: z.nullable(name),
    videoTracksCount: count,
    frameRate: z.nullable(z.number().check(z.positive())),
    framesCount: z.nullable(count),
    rotation: z.literal([0, 90, 180, 270]),
    playsInBrowsers: z.boolean(),
    contentType: name,
    privateData,
    tags: z
      .array(
        z.object({
          field: words,
          says: z.nullable(ProvenanceClaim),
          tool: z.nullable(words),
          value: z.nullable(storable(500)),
        }),
      )
      .check(z.maxLength(20)),
    namesCredentials: z.boolean(),
  }),
  'private-data': privateData,
  credentials,
  'manifest-store': credentials,
  poster: z.object({ ...size, placeholder: name }),
  preview: z.object(size),
  stream: z.object({
    variants: z.array(z.object(size)).check(z.minLength(1), z.maxLength(10)),
    isTopCopied: z.boolean(),
    captions: z
      .array(
        z.object({
          fileName: name.check(z.regex(/^[\w-][\w.-]*$/)),
          language: z.nullable(name),
          label: z.string().check(z.maxLength(1_000)),
        }),
      )
      .check(z.maxLength(100)),
  }),
  avatar: z.object(size),
  workflow: z.object({ sizeBytes: count }),
  fingerprint: z.object({
    frames: z
      .array(z.tuple([z.number().check(z.nonnegative()), z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/))]))
      .check(z.maxLength(FRAMES_MAX)),
  }),
  manifests: z.object({ count }),
}
const refusal = z.object({ refused: z.string().check(z.minLength(1), z.maxLength(500)) })
const crash = z.object({ crashed: z.string() })

/** A decoder has crashed the whole process. */
export class DecoderCrashedError extends Error {}

/**
 * Reads the reply of a media child. Settles only after the child has ended, so that the caller never removes a folder
 * to which a process still writes.
 *
 * @throws {ChildStartError} If it ended before it opened its file.
 * @throws {DecoderCrashedError} If it ended by a signal that we did not send.
 * @throws {UnreadableVideoError} If it says so or its reply is invalid.
 * @throws {TooSlowError} If it takes too long.
 */
export function awaitReply(
  child: MediaChild,
  task: keyof MediaResults,
  { signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number },
): Promise<MediaReply> {
  const { promise, resolve, reject } = Promise.withResolvers<MediaReply>()
  let ended: 'aborted' | 'timed out' | 'talking' | undefined
  const end = (why: typeof ended) => {
    ended ??= why
    child.kill('SIGKILL')
  }
  const output = collect(child.stdout, REPLY_MAX_BYTES, () => end('talking'))
  const log = collect(child.stderr, LOG_MAX_CHARACTERS)
  const onAbort = () => end('aborted')
  const timer = setTimeout(() => end('timed out'), timeoutMs)
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted) onAbort()

  child.stdin.on('error', () => {}) // The child may end before its lifeline.
  child.on('error', (error) => reject(new ChildStartError(error)))
  child.on('close', (_exitCode, deathSignal) => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    const line = firstLine(output())
    if (ended === 'aborted') reject(signal?.reason)
    else if (ended === 'timed out' || deathSignal === 'SIGXCPU') reject(unreadable('tooSlow'))
    else if (line !== undefined || ended === 'talking') settle(task, line ?? output(), resolve, reject)
    else if (!log().includes(STARTED)) reject(new ChildStartError(`${deathSignal ?? ''} ${log()}`.trim()))
    else if (deathSignal === 'SIGKILL' || deathSignal === 'SIGTERM') reject(new Error('Media child was killed'))
    else if (deathSignal) reject(new DecoderCrashedError(deathSignal))
    else reject(new Error(`Media child ended without a reply: ${log()}`))
  })
  return promise
}

function settle(
  task: keyof MediaResults,
  line: string,
  resolve: (reply: MediaReply) => void,
  reject: (error: Error) => void,
): void {
  const reply = parseReply(task, line)
  if (reply) return resolve(reply)
  console.error(`A media child answered ${task} with nonsense: ${JSON.stringify(line.slice(0, 200))}`)
  reject(unreadable('crashing'))
}

/** Parses a reply. @returns `undefined` if it is not a reply to this task. */
function parseReply(task: keyof MediaResults, line: string): MediaReply | undefined {
  const shape = z.union([z.object({ result: results[task] }), refusal, crash])
  try {
    return shape.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}

/** Parses JSON. An incomplete reply is invalid. */
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
