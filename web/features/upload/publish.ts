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
  onStep({ step: 'preparing' })
  const { uploadURL } = await explained('Failed to get upload URL', signal, () => call(createUpload, {}, { signal }))
  await explained('Failed to upload file to storage', signal, () =>
    put(uploadURL, file, signal, (progress) => onStep({ step: 'uploading', progress })),
  )
  onStep({ step: 'publishing' })
  // Not to be aborted: what the server has accepted is published, whether its answer arrives or not.
  const body = { ...details, videoUrl: withoutQuery(uploadURL) }
  return explained('Failed to create video record', undefined, () => call(createVideo, { body }))
}

/** A refusal keeps the server's own sentence, which says what to do; anything else is named by the step that failed. */
async function explained<T>(failure: string, signal: AbortSignal | undefined, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    signal?.throwIfAborted()
    const refused = error instanceof ApiError && error.status < 500
    throw new Error((refused && error.sentence) || failure, { cause: error })
  }
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
