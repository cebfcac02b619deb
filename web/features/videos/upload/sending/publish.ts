import { createVideo, type CreateVideoBody } from '../../../../../contract/videos/publishing.ts'
import type { Video } from '../../../../../contract/videos/videos.ts'
import { ApiError, call } from '../../../../net/api.ts'
import { withoutQuery } from '../../../../net/upload-address.ts'
import { findPublished } from './find-published.ts'
import { assertReadable } from './tus/readable-file.ts'
import { findTicket, forgetUpload, type Ticket } from './remembered-uploads.ts'
import { askForTicket, goOnSending, sendFromStart, type SendingStep } from './send-file.ts'
import { fetchTus } from './tus/tus-code.ts'
import { withUploadLock } from './upload-lock.ts'

/** What is going on, for the person who waits. `elsewhere`: another tab sends this clip. */
export type PublishStep = { step: 'preparing' } | { step: 'elsewhere' } | PublishingStep | SendingStep

interface PublishingStep {
  step: 'publishing'
  /** There is no network just now: it is published when it is back. */
  isOffline: boolean
}

export interface Published {
  video: Video
  /** It was not this tab that published it. */
  isElsewhere: boolean
}

/** What is published with a clip. */
export type Details = Omit<CreateVideoBody, 'videoUrl'>

interface PublishOptions {
  userId: string
  signal: AbortSignal
  /** Whether this person is the one who is signed in: a session may end, and somebody else's begin, while it is sent. */
  mayPublish: () => boolean
  onStep: (step: PublishStep) => void
}

const LOOK_AGAIN_MS = 1_000
const LOOK_AGAIN_TIMES = 120

/** Of a reply that is no JSON, in a toast. */
const RAW_MAX_LENGTH = 200

/**
 * Uploads a file and publishes it as a video. What has arrived stays for a day: a second try with the same file, in
 * another visit, too, goes on there. While another tab is at it this one waits, then does what is left to do.
 *
 * @throws {Error} With a sentence for people. A `DOMException` named 'AbortError' if `signal` was aborted, or the upload
 *   cancelled.
 */
export async function publish(file: File, details: Details, options: PublishOptions): Promise<Published> {
  const { userId, signal, onStep } = options
  const lock = { signal, onWaiting: () => onStep({ step: 'elsewhere' }) }
  const finish = (ticket: Ticket, hasWaited: boolean) => {
    onStep({ step: 'publishing', isOffline: false })
    return publishSent(ticket, details, hasWaited, options)
  }
  // Once it has begun, an upload waits for the network by itself.
  if (!navigator.onLine) throw new Error('You are offline. Please try again when you’re back online.')
  onStep({ step: 'preparing' })
  await unlessAborted(fetchTus(), signal)
  await assertReadable(file)
  const earlier = await findTicket(userId, file)
  const published =
    earlier &&
    (await withUploadLock(earlier, lock, async (hasWaited) =>
      (await goOnSending(file, earlier, options)) ? finish(earlier, hasWaited) : undefined,
    ))
  if (published) return published

  onStep({ step: 'preparing' })
  const ticket = await askForTicket(signal)
  return withUploadLock(ticket, lock, async (hasWaited) => {
    await sendFromStart(file, ticket, options)
    return finish(ticket, hasWaited)
  })
}

/** Waits no longer for what cannot be stopped itself. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )
  return Promise.race([work, aborted])
}

/**
 * Publishes what has arrived whole.
 *
 * @throws {Error} With a sentence for people.
 */
export async function publishSent(
  ticket: Ticket,
  details: Details,
  hasWaited: boolean,
  options: PublishOptions,
): Promise<Published> {
  const { userId, mayPublish } = options
  // The server would refuse it as somebody else's, and what has arrived would be forgotten.
  if (!mayPublish()) throw new Error('Sign in again to publish this clip.')
  try {
    const published = await create({ ...details, videoUrl: withoutQuery(ticket.uploadURL) }, options)
    forgetUpload(userId, ticket)
    return { video: published.video, isElsewhere: hasWaited && published.isFound }
  } catch (error) {
    // Refused for what it is.
    if (error instanceof ApiError && error.code === 'VALIDATION_FAILED' && mayPublish()) forgetUpload(userId, ticket)
    throw new Error(wordsOf(error) ?? 'Failed to create video record', { cause: error })
  }
}

interface Created {
  video: Video
  /** The server refused to make it, because it is there. */
  isFound: boolean
}

/**
 * Makes the video. Where no answer comes, it waits for the network, and asks again: that is safe, because an upload can
 * be published only once. Not to be aborted: what the server has accepted is published, whether its answer arrives or
 * not.
 */
async function create(body: CreateVideoBody, { userId, onStep }: PublishOptions): Promise<Created> {
  try {
    return await createOrFind(userId, body)
  } catch (error) {
    if (error instanceof ApiError && !isProxyTimeout(error)) throw error
    if (!navigator.onLine) {
      onStep({ step: 'publishing', isOffline: true })
      await new Promise((isBack) => addEventListener('online', isBack, { once: true }))
      onStep({ step: 'publishing', isOffline: false })
    }
    const { video } = await createOrFind(userId, body)
    return { video, isFound: false }
  }
}

/** What is called failed may be published all the same, by this try or one before, of which the answer was lost. */
async function createOrFind(userId: string, body: CreateVideoBody): Promise<Created> {
  for (let triesLeft = LOOK_AGAIN_TIMES; ; triesLeft--) {
    try {
      return { video: await call(createVideo, { body }), isFound: false }
    } catch (error) {
      // Without an answer here either, the first error tells more.
      const video = await findPublished(userId, body.videoUrl).catch(() => undefined)
      if (video) return { video, isFound: isRefused(error) }
      // An earlier try is at it still, or ended with its server and is forgotten in half a minute.
      if (!(isRefused(error) && error.code === 'BAD_REQUEST') || triesLeft === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    }
  }
}

/** By the server, for what was asked. */
function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.code === 'VALIDATION_FAILED' || error.code === 'BAD_REQUEST')
}

/** A proxy got no answer in its time. The server, which never answers so itself, may still be at it. */
function isProxyTimeout({ status }: ApiError): boolean {
  return status === 502 || status === 504
}

/** The server's sentence, else what it wrote if that is plain text and not some proxy's page. */
function wordsOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.sentence) return error.sentence
  const raw = error.message.slice(`${error.status}: `.length).trim()
  return raw === '' || /^[<{[]/.test(raw) ? undefined : raw.slice(0, RAW_MAX_LENGTH)
}
