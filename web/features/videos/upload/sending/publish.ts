import { createVideo, type CreateVideoBody } from '../../../../../contract/videos/publishing.ts'
import type { Video } from '../../../../../contract/videos/videos.ts'
import { ApiError } from '../../../../net/api-error.ts'
import { call } from '../../../../net/api.ts'
import { withoutQuery } from '../../../../net/upload-address.ts'
import { findPublished } from './find-published.ts'
import { assertReadable } from './tus/readable-file.ts'
import { findTicket, forgetUpload, type Ticket } from './remembered-uploads.ts'
import { requestTicket, sendFile, type SendingStep } from './send-file.ts'
import { fetchTus } from './tus/tus-code.ts'
import { withUploadLock } from './upload-lock.ts'

/**
 * The step of a clip that is being uploaded. `elsewhere`: another tab is sending it. `publishing`: the server has all
 * its bytes.
 */
export type UploadStep = { kind: 'preparing' } | { kind: 'elsewhere' } | PublishingStep | SendingStep

interface PublishingStep {
  kind: 'publishing'
  /** Whether there is no network. The clip is published when the network returns. */
  isOffline: boolean
}

export interface Published {
  video: Video
  /** Whether another tab published the clip. */
  isElsewhere: boolean
}

export type Details = Omit<CreateVideoBody, 'videoUrl'>

interface PublishOptions {
  userId: string
  signal: AbortSignal
  /** Whether this user is still signed in. During an upload the session may end, and another user's may begin. */
  mayPublish: () => boolean
  onStep: (step: UploadStep) => void
}

const RETRY_MS = 1_000
const RETRIES_MAX = 120

/** Maximum number of characters of a non-JSON response in a toast. */
const RAW_MAX_LENGTH = 200

/**
 * Uploads a file and publishes it as a video. The server keeps received bytes for a day. A second attempt with the same
 * file continues from there, even in a later visit. While another tab is sending the file, this one waits and then does
 * the rest.
 * @throws {Error} With a sentence for the user. A `DOMException` named 'AbortError' if `signal` was aborted or the
 *   upload cancelled.
 */
export async function publish(file: File, details: Details, options: PublishOptions): Promise<Published> {
  const { userId, signal, onStep } = options
  const lock = { signal, onWaiting: () => onStep({ kind: 'elsewhere' }) }
  const finish = (ticket: Ticket, hasWaited: boolean) => {
    onStep({ kind: 'publishing', isOffline: false })
    return publishSent(ticket, details, { ...options, hasWaited })
  }
  // Without a network, no upload starts. One that has started waits for the network by itself.
  if (!navigator.onLine) throw new Error('You are offline. Please try again when you’re back online.')
  onStep({ kind: 'preparing' })
  await unlessAborted(fetchTus(), signal)
  await assertReadable(file)
  const earlier = await findTicket(userId, file)
  const published =
    earlier &&
    (await withUploadLock(earlier, lock, async (hasWaited) =>
      (await sendFile(file, earlier, { ...options, isBegun: true })) ? finish(earlier, hasWaited) : undefined,
    ))
  if (published) return published

  onStep({ kind: 'preparing' })
  const ticket = await requestTicket(signal)
  return withUploadLock(ticket, lock, async (hasWaited) => {
    await sendFile(file, ticket, { ...options, isBegun: false })
    return finish(ticket, hasWaited)
  })
}

/** Stops waiting for work that cannot be aborted. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )
  return Promise.race([work, aborted])
}

/**
 * Publishes a completely received file.
 *
 * @param options `hasWaited`: whether another tab was sending the file before.
 * @throws {Error} With a sentence for the user.
 */
export async function publishSent(
  ticket: Ticket,
  details: Details,
  options: PublishOptions & { hasWaited: boolean },
): Promise<Published> {
  const { userId, mayPublish, hasWaited } = options
  // The server would refuse the file of another user. The client would then forget the received bytes.
  if (!mayPublish()) throw new Error('Sign in again to publish this clip.', { cause: new ApiError(401, '') })
  try {
    const published = await create({ ...details, videoUrl: withoutQuery(ticket.uploadURL) }, options)
    forgetUpload(userId, ticket)
    return { video: published.video, isElsewhere: hasWaited && published.isFound }
  } catch (error) {
    if (isFileRefused(error) && mayPublish()) forgetUpload(userId, ticket)
    throw new Error(describeFailure(error) ?? 'Failed to create video record', { cause: error })
  }
}

interface Created {
  video: Video
  /** Whether the server refused to create the video because it exists already. */
  isFound: boolean
}

/**
 * Creates the video. Without a response, it waits for the network and tries again. That is safe, because an upload can
 * be published only once. The request must not be aborted: an accepted clip is published even without a response.
 */
async function create(body: CreateVideoBody, { userId, onStep }: PublishOptions): Promise<Created> {
  try {
    return await createOrFind(userId, body)
  } catch (error) {
    if (error instanceof ApiError && !isProxyTimeout(error)) throw error
    if (!navigator.onLine) {
      onStep({ kind: 'publishing', isOffline: true })
      await new Promise((isBack) => addEventListener('online', isBack, { once: true }))
      onStep({ kind: 'publishing', isOffline: false })
    }
    const { video } = await createOrFind(userId, body)
    return { video, isFound: false }
  }
}

/** Creates the video or finds it. This request or an earlier one may have succeeded without its response arriving. */
async function createOrFind(userId: string, body: CreateVideoBody): Promise<Created> {
  for (let triesLeft = RETRIES_MAX; ; triesLeft--) {
    try {
      return { video: await call(createVideo, { body }), isFound: false }
    } catch (error) {
      // If the search fails, too, its error is ignored, because the first error is more informative.
      const video = await findPublished(userId, body.videoUrl).catch(() => undefined)
      if (video) return { video, isFound: isRefused(error) }
      // An earlier attempt is still running, or its server has crashed. A crashed attempt expires after half a minute.
      if (!(isRefused(error) && error.code === 'BAD_REQUEST') || triesLeft === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}

/** Whether the server refused the file. It keeps the upload if it refused a detail instead, such as the cover. */
function isFileRefused(error: unknown): boolean {
  return error instanceof ApiError && error.issues.some(({ path }) => path === 'videoUrl')
}

/** Whether the server, and not a proxy, refused the request. */
function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.code === 'VALIDATION_FAILED' || error.code === 'BAD_REQUEST')
}

/** Whether a proxy timed out. The server never sends these codes, and may still be processing the request. */
function isProxyTimeout({ status }: ApiError): boolean {
  return status === 502 || status === 504
}

/**
 * Returns the server's sentence. Without one, returns the response if it is plain text and not a proxy's error page.
 */
function describeFailure(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.sentence) return error.sentence
  const raw = error.message.slice(`${error.status}: `.length).trim()
  return raw === '' || /^[<{[]/.test(raw) ? undefined : raw.slice(0, RAW_MAX_LENGTH)
}
