import type { DetailedError, Upload } from 'tus-js-client'
import { ApiError } from '../../api.ts'
import { transferRate, type Progress } from './transfer-rate.ts'

/**
 * - `waiting`: the connection or the server is away; it goes on by itself. `reason` is the server's sentence, if it had
 *   one.
 */
export type UploadState = { state: 'sending' } | { state: 'paused' } | { state: 'waiting'; reason: string | undefined }

export interface RunningUpload {
  /**
   * Settles when the server has the whole file.
   *
   * Rejects with an {@link ApiError} if the server refuses it, with the signal's reason after an abort, with an `Error`
   * in words for people if the file cannot be read any more.
   */
  done: Promise<void>
  /** Stops sending until `resume`. What has arrived stays on the server. */
  pause(): void
  resume(): void
  /** Stops for good and has the server drop what has arrived. Without this, it can be continued for a day. */
  giveUp(): Promise<void>
}

interface UploadOptions {
  /** From the ticket. An upload that was begun there is continued where the server says, this visit or another. */
  resumableURL: string
  signal: AbortSignal
  onProgress: (progress: Progress) => void
  onState?: (state: UploadState) => void
}

const GONE = 'The file has been changed, moved or deleted since it was chosen. Please choose it again.'
const RETRY_FIRST_MS = 1_000
const RETRY_MOST_MS = 30_000

/** Sends a file in one request that can be taken up again at any byte: after a pause, a lost network, a server's crash. */
export function startUpload(file: File, { resumableURL, signal, onProgress, onState }: UploadOptions): RunningUpload {
  const finished = Promise.withResolvers<void>()
  let upload: Upload | undefined
  let rate = transferRate(file.size)
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let state: UploadState['state'] = 'sending'

  const enter = (next: UploadState) => {
    state = next.state
    onState?.(next)
  }
  const send = () => {
    clearTimeout(retry)
    enter({ state: 'sending' })
    // The speed of before says nothing about the one from here.
    rate = transferRate(file.size)
    upload?.start()
  }
  const stop = () => {
    clearTimeout(retry)
    void upload?.abort()
  }
  const wait = (reason?: string) => {
    enter({ state: 'waiting', reason })
    retry = setTimeout(send, Math.min(RETRY_FIRST_MS * 2 ** failures++, RETRY_MOST_MS))
  }
  /** To a browser, a file that it cannot read any more and a connection that is lost are one error. */
  const waitUnlessGone = async () => {
    try {
      await file.slice(0, 1).arrayBuffer()
    } catch {
      return finished.reject(new Error(GONE))
    }
    if (state === 'sending') wait()
  }
  const onError = (error: Error) => {
    const refusal = refusalOf(error)
    if (refusal) return isTemporary(error) ? wait(refusal.sentence) : finished.reject(refusal)
    void waitUnlessGone()
  }
  const onOffline = () => {
    if (state !== 'sending') return
    // The request would notice only after minutes.
    stop()
    wait()
  }
  const onOnline = () => {
    if (state === 'waiting') send()
  }
  const onAbort = () => {
    stop()
    finished.reject(signal.reason)
  }

  addEventListener('online', onOnline)
  addEventListener('offline', onOffline)
  signal.addEventListener('abort', onAbort)
  const done = finished.promise.finally(() => {
    removeEventListener('online', onOnline)
    removeEventListener('offline', onOffline)
    signal.removeEventListener('abort', onAbort)
  })

  const begin = async () => {
    const tus = await import('tus-js-client')
    signal.throwIfAborted()
    const address = onThisOrigin(resumableURL)
    let acknowledgedBytes = 0
    upload = new tus.Upload(file, {
      endpoint: address,
      uploadUrl: address,
      // Retrying and remembering are ours: the network tells when it is back, and each person has their own.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onProgress: (sentBytes) => onProgress(rate(sentBytes, performance.now())),
      onAfterResponse: (_request, response) => {
        const offsetBytes = Number(response.getHeader('Upload-Offset') ?? 0)
        if (offsetBytes > acknowledgedBytes) failures = 0
        acknowledgedBytes = offsetBytes
      },
      onSuccess: () => finished.resolve(),
      onError,
    })
    if (state === 'sending') send()
  }
  begin().catch(finished.reject)

  return {
    done,
    pause: () => {
      stop()
      enter({ state: 'paused' })
    },
    resume: () => {
      if (state === 'paused') send()
    },
    giveUp: async () => {
      stop()
      finished.reject(new DOMException('Cancelled', 'AbortError'))
      await upload?.abort(true)
    },
  }
}

/** The site's own uploads go to the origin that the page came from: it may have been opened under another name. */
function onThisOrigin(address: string): string {
  const { pathname, search } = new URL(address, location.origin)
  return pathname.startsWith('/api/uploads/') ? pathname + search : address
}

/** What the server answered, if it did. */
function refusalOf(error: Error | DetailedError): ApiError | undefined {
  const response = 'originalResponse' in error ? error.originalResponse : null
  return response ? new ApiError(response.getStatus(), response.getBody()) : undefined
}

/** Another request of this upload was there first, or the server has no room or no database just now. */
function isTemporary(error: Error | DetailedError): boolean {
  if (!('originalResponse' in error) || !error.originalResponse) return true
  const status = error.originalResponse.getStatus()
  return status >= 500 || status === 429 || (status === 409 && error.originalRequest.getMethod() === 'PATCH')
}
