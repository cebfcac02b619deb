import type { DetailedError, Upload } from 'tus-js-client'
import { ApiError } from '../../../net/api.ts'
import { onThisOrigin } from '../../../net/upload-address.ts'
import { assertReadable } from './readable-file.ts'
import { transferRate, type Progress } from './transfer-rate.ts'
import { fetchTus } from './tus-code.ts'

/**
 * - `sending`: from `fromBytes` on, as the server says; 0 from the beginning, and until it has been asked.
 * - `waiting`: the connection or the server is away; it goes on by itself. `reason` is the server's sentence, if it had
 *   one.
 */
export type UploadState =
  | { state: 'sending'; fromBytes: number }
  | { state: 'paused' }
  | { state: 'waiting'; reason: string | undefined }

export interface RunningUpload {
  /**
   * Settles when the server has the whole file.
   *
   * Rejects with an {@link ApiError} if the server refuses it, with the signal's reason after an abort, with an
   * `UnreadableFileError` if the file cannot be read any more.
   */
  done: Promise<void>
  /** Stops sending until `resume`. What has arrived stays on the server. */
  pause(): void
  resume(): void
  /** Stops for good and has the server drop what has arrived. Without this, it can be continued for a day. */
  giveUp(): void
}

interface UploadOptions {
  /** From the ticket. */
  resumableURL: string
  /** Something may have been sent there before: the server is asked where to go on. */
  isBegun: boolean
  signal: AbortSignal
  onProgress: (progress: Progress) => void
  onState: (state: UploadState) => void
}

const RETRY_FIRST_MS = 1_000
const RETRY_MOST_MS = 30_000

/** Sends a file in one request that can be taken up again at any byte: after a pause, a lost network, a server's crash. */
export async function startUpload(file: File, options: UploadOptions): Promise<RunningUpload> {
  const tus = await fetchTus()
  const { resumableURL, isBegun, signal, onProgress, onState } = options
  const finished = Promise.withResolvers<void>()
  let rate = transferRate(file.size)
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let state: UploadState['state'] | 'over' = 'sending'

  const enter = (next: UploadState) => {
    state = next.state
    onState(next)
  }
  const send = () => {
    clearTimeout(retry)
    // Another try may be in vain: until the server has answered, the page goes on saying that it waits.
    if (state === 'waiting') state = 'sending'
    else enter({ state: 'sending', fromBytes: 0 })
    // The speed of before says nothing about the one from here.
    rate = transferRate(file.size)
    upload.start()
  }
  const stop = () => {
    clearTimeout(retry)
    void upload.abort()
  }
  const fail = (error: unknown) => {
    state = 'over'
    stop()
    finished.reject(error)
  }
  const wait = (reason?: string) => {
    enter({ state: 'waiting', reason })
    retry = setTimeout(send, Math.min(RETRY_FIRST_MS * 2 ** failures++, RETRY_MOST_MS))
  }
  const waitUnlessGone = async () => {
    try {
      await assertReadable(file)
      if (state === 'sending') wait()
    } catch (error) {
      fail(error)
    }
  }
  const onError = (error: Error) => {
    const refusal = refusalOf(error)
    if (!refusal) void waitUnlessGone()
    else if (isTemporary(error)) wait(describeDelay(refusal))
    else fail(refusal)
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
  const onAbort = () => fail(signal.reason)

  addEventListener('online', onOnline)
  addEventListener('offline', onOffline)
  signal.addEventListener('abort', onAbort)
  const done = finished.promise.finally(() => {
    removeEventListener('online', onOnline)
    removeEventListener('offline', onOffline)
    signal.removeEventListener('abort', onAbort)
  })

  const address = new URL(onThisOrigin(resumableURL), location.origin).href
  let acknowledgedBytes = 0
  const upload = new tus.Upload(file, {
    endpoint: address,
    uploadUrl: isBegun ? address : null,
    // Retrying and remembering are ours: the network tells when it is back, and each person has their own.
    retryDelays: null,
    storeFingerprintForResuming: false,
    onProgress: (sentBytes) => onProgress(rate(sentBytes, performance.now())),
    onAfterResponse: (request, response) => {
      if (response.getStatus() >= 300) return
      const offsetBytes = Number(response.getHeader('Upload-Offset') ?? 0)
      if (offsetBytes > acknowledgedBytes) failures = 0
      acknowledgedBytes = offsetBytes
      if (request.getMethod() === 'PATCH') return
      enter({ state: 'sending', fromBytes: offsetBytes })
      if (offsetBytes > 0) onProgress(rate(offsetBytes, performance.now()))
    },
    onSuccess: () => {
      state = 'over'
      finished.resolve()
    },
    onError,
  })
  if (signal.aborted) onAbort()
  else send()

  return {
    done,
    pause: () => {
      if (state === 'over') return
      stop()
      enter({ state: 'paused' })
    },
    resume: () => {
      if (state === 'paused') send()
    },
    giveUp: () => {
      if (state === 'over') return
      fail(new DOMException('Cancelled', 'AbortError'))
      void drop(upload)
    },
  }
}

async function drop(upload: Upload): Promise<void> {
  // Where this does not arrive, the server drops it after a day.
  await upload.abort(true).catch(() => undefined)
}

/** What the server answered, if it did. */
function refusalOf(error: Error | DetailedError): ApiError | undefined {
  const response = 'originalResponse' in error ? error.originalResponse : null
  return response ? new ApiError(response.getStatus(), response.getBody()) : undefined
}

/** A conflict is one with a request of another tab, of which the server can only say that it takes no second one. */
function describeDelay({ status, sentence }: ApiError): string {
  if (status === 409) return 'This clip is being uploaded in another tab.'
  return sentence ?? 'The server is out of order just now.'
}

/** Another request of this upload was there first, or the server has no room or no database just now. */
function isTemporary(error: Error | DetailedError): boolean {
  if (!('originalResponse' in error) || !error.originalResponse) return true
  const status = error.originalResponse.getStatus()
  return status >= 500 || status === 429 || (status === 409 && error.originalRequest.getMethod() === 'PATCH')
}
