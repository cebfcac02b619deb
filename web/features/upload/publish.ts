import { createUpload } from '../../../contract/uploads.ts'
import type { CreateVideoBody, Video } from '../../../contract/videos.ts'
import { createVideo } from '../../../contract/videos.ts'
import { ApiError, call } from '../../api.ts'
import type { Progress } from './transfer-rate.ts'
import { transferRate } from './transfer-rate.ts'

/** What is going on, for the person who waits. */
export type PublishStep = { step: 'preparing' } | { step: 'uploading'; progress: Progress } | { step: 'publishing' }

interface PublishOptions {
  signal: AbortSignal
  onStep: (step: PublishStep) => void
}

/** Of a reply that is no JSON, in a toast. */
const RAW_MAX_LENGTH = 200

/** The addresses of files that have arrived and are not published yet: a second try sends no byte again. */
const arrived = new WeakMap<File, string>()

/**
 * Uploads a file and publishes it as a video.
 *
 * @throws {Error} With a sentence for people. A `DOMException` named 'AbortError' if `signal` was aborted.
 */
export async function publish(
  file: File,
  details: Omit<CreateVideoBody, 'videoUrl'>,
  { signal, onStep }: PublishOptions,
): Promise<Video> {
  const videoUrl = arrived.get(file) ?? (await upload(file, { signal, onStep }))
  arrived.set(file, videoUrl)
  onStep({ step: 'publishing' })
  try {
    // Not to be aborted: what the server has accepted is published, whether its answer arrives or not.
    const video = await call(createVideo, { body: { ...details, videoUrl } })
    arrived.delete(file)
    return video
  } catch (error) {
    // Refused for what it is, or used already by a try whose answer was lost.
    if (error instanceof ApiError && error.code === 'VALIDATION_FAILED') arrived.delete(file)
    throw new Error(wordsOf(error) ?? 'Failed to create video record', { cause: error })
  }
}

/** @returns The address that the file has now, to publish it by. */
async function upload(file: File, { signal, onStep }: PublishOptions): Promise<string> {
  onStep({ step: 'preparing' })
  const { uploadURL } = await explained('Failed to get upload URL', signal, () => call(createUpload, {}, { signal }))
  await explained('Failed to upload file to storage', signal, () =>
    put(uploadURL, file, signal, (progress) => onStep({ step: 'uploading', progress })),
  )
  return withoutQuery(uploadURL)
}

/** A refusal keeps the server's own sentence, which says what to do; anything else is named by the step that failed. */
async function explained<T>(failure: string, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    signal.throwIfAborted()
    const refused = error instanceof ApiError && error.status < 500
    throw new Error((refused && error.sentence) || failure, { cause: error })
  }
}

/** The server's sentence, else what it wrote if that is plain text and not some proxy's page. */
function wordsOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.sentence) return error.sentence
  const raw = error.message.slice(`${error.status}: `.length).trim()
  return raw === '' || /^[<{[]/.test(raw) ? undefined : raw.slice(0, RAW_MAX_LENGTH)
}

/** `fetch` cannot tell how much it has sent; XMLHttpRequest can. */
function put(
  uploadURL: string,
  file: File,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const rate = transferRate(file.size)
    const abort = () => request.abort()
    signal.addEventListener('abort', abort, { once: true })
    request.upload.onprogress = ({ loaded }) => onProgress(rate(Math.min(loaded, file.size), performance.now()))
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else reject(new ApiError(request.status, request.responseText, request.statusText))
    }
    request.onerror = () => reject(new TypeError('The connection was lost'))
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    request.onloadend = () => signal.removeEventListener('abort', abort)
    request.open('PUT', onThisOrigin(uploadURL))
    // Some systems do not tell their browser the type; the server finds out for itself.
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    onProgress(rate(0, performance.now()))
    request.send(file)
  })
}

/** The site's own uploads go to the origin that the page came from: it may have been opened under another name. */
export function onThisOrigin(uploadURL: string): string {
  const { pathname, search } = new URL(uploadURL, location.origin)
  return pathname.startsWith('/api/uploads/') ? pathname + search : uploadURL
}

export function withoutQuery(uploadURL: string): string {
  return uploadURL.split('?')[0]!
}
