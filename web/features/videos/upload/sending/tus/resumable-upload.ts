import type * as Tus from 'tus-js-client'
import { ApiError } from '../../../../../net/api-error.ts'
import { onThisOrigin } from '../../../../../net/upload-address.ts'
import { knownPiece, rememberPiece } from './piece-size.ts'
import { assertReadable } from './readable-file.ts'
import { isTemporary } from './retry.ts'
import { transferRate, type Progress } from './transfer-rate.ts'
import { fetchTus } from './tus-code.ts'
import { advance, type Effect, initialState, type TransferEvent, type TransferState } from './transfer-state.ts'

export interface RunningUpload {
  /**
   * Resolves when the server has the whole file.
   * Rejects with an {@link ApiError} if the server refuses it, and with the signal's reason after an abort. Rejects
   * with a `DOMException` named 'AbortError' after `cancel`. Rejects with an `UnreadableFileError` if the file can no
   * longer be read.
   */
  done: Promise<void>
  /** Stops sending until `resume` is called. The server keeps the received bytes. */
  pause(): void
  resume(): void
  /** Stops for good and makes the server drop the received bytes. Otherwise the upload can be continued for a day. */
  cancel(): void
}

interface UploadOptions {
  /** Address from the ticket. */
  resumableURL: string
  /**
   * Whether bytes may have been sent to this address before. The server is then asked for the position to continue
   * from.
   */
  isBegun: boolean
  signal: AbortSignal
  onProgress: (progress: Progress) => void
  onState: (state: TransferState) => void
}

type Dispatch = (event: TransferEvent) => void

/**
 * Sends a file in one request. After a pause, a lost network or a server crash, the upload resumes at any byte. If a
 * proxy does not allow that, the file is sent in pieces. The state machine is in transfer-state.ts.
 */
export async function startUpload(file: File, options: UploadOptions): Promise<RunningUpload> {
  const tus = await fetchTus()
  const finished = Promise.withResolvers<void>()
  const stopListening = listen(options.signal, dispatch)
  let now = initialState(file.size, knownPiece())
  const requests = createRequests(tus, file, { ...options, pieceBytes: now.pieceBytes }, dispatch)
  let retry: ReturnType<typeof setTimeout> | undefined

  function dispatch(event: TransferEvent): void {
    const { next, effects } = advance(now, event)
    const isNews = next.shown !== now.shown
    now = next
    if (isNews) options.onState(next.shown)
    for (const effect of effects) act(effect)
  }

  function act(effect: Effect): void {
    clearTimeout(retry)
    switch (effect.do) {
      case 'send':
        return requests.send()
      case 'use-pieces':
        return requests.usePieces(effect.pieceBytes)
      case 'remember-pieces':
        return rememberPiece(effect.pieceBytes)
      case 'stop':
        return requests.stop()
      case 'drop':
        return requests.drop()
      case 'retry':
        retry = setTimeout(dispatch, effect.afterMs, { type: 'retry' })
        return
      case 'check-file':
        assertReadable(file).then(
          () => dispatch({ type: 'file-readable' }),
          (error: unknown) => dispatch({ type: 'failed', error }),
        )
        return
      case 'resolve':
        return finished.resolve()
      case 'reject':
        return finished.reject(effect.error)
    }
  }

  if (options.signal.aborted) dispatch({ type: 'failed', error: options.signal.reason })
  else dispatch({ type: 'resume' })
  return {
    done: finished.promise.finally(stopListening),
    pause: () => dispatch({ type: 'pause' }),
    resume: () => dispatch({ type: 'resume' }),
    cancel: () => dispatch({ type: 'cancel' }),
  }
}

/**
 * Dispatches network and abort events.
 *
 * @returns A function that removes the listeners.
 */
function listen(signal: AbortSignal, dispatch: Dispatch): () => void {
  const listeners = new AbortController()
  addEventListener('online', () => dispatch({ type: 'retry' }), listeners)
  addEventListener('offline', () => dispatch({ type: 'offline' }), listeners)
  signal.addEventListener('abort', () => dispatch({ type: 'failed', error: signal.reason }), listeners)
  return () => listeners.abort()
}

/** Creates the requests that send a file over the tus protocol. */
function createRequests(
  tus: typeof Tus,
  file: File,
  options: UploadOptions & { pieceBytes: number },
  dispatch: Dispatch,
) {
  const { resumableURL, isBegun, onProgress } = options
  const address = new URL(onThisOrigin(resumableURL), location.origin).href
  let rate = transferRate(file.size)
  let sentBytes = 0
  const upload = new tus.Upload(file, {
    endpoint: isBegun ? null : address,
    uploadUrl: isBegun ? address : null,
    // With an endpoint, the library would begin the upload again when the question for its position fails, for example
    // because the server is restarting. A server that has the whole file refuses that.
    onUploadUrlAvailable: () => void (upload.options.endpoint = null),
    // This module retries and remembers uploads itself. It knows when the network returns, and keeps the uploads of
    // users apart.
    retryDelays: null,
    storeFingerprintForResuming: false,
    chunkSize: options.pieceBytes,
    onProgress(bytes) {
      sentBytes = bytes
      onProgress(rate(bytes, performance.now()))
    },
    onAfterResponse: (request, response) => {
      // The response to a DELETE does not contain the number of received bytes.
      if (response.getStatus() >= 300 || request.getMethod() === 'DELETE') return
      const arrivedBytes = Number(response.getHeader('Upload-Offset') ?? 0)
      const isAskedFor = request.getMethod() !== 'PATCH'
      dispatch({ type: 'acknowledged', arrivedBytes, isAskedFor, sentBytes })
      sentBytes = arrivedBytes
      if (isAskedFor && arrivedBytes > 0) onProgress(rate(arrivedBytes, performance.now()))
    },
    onSuccess: () => dispatch({ type: 'arrived' }),
    onError(error) {
      const event = eventOf(error)
      // A refused request did not lose its bytes on the way.
      if (event.type === 'too-large') sentBytes = 0
      dispatch(event)
    },
  })
  return {
    send() {
      // The speed before a pause does not predict the speed after it.
      rate = transferRate(file.size)
      upload.start()
    },
    usePieces(pieceBytes: number) {
      upload.options.chunkSize = pieceBytes
    },
    stop: () => void upload.abort(),
    // If this request fails, the server drops the bytes after a day.
    drop: () => void upload.abort(true).catch(() => undefined),
  }
}

/** Returns the event for a failed request. */
export function eventOf(error: Error | Tus.DetailedError): TransferEvent {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (!response) return { type: 'unanswered' }
  const refusal = new ApiError(response.getStatus(), response.getBody())
  if (refusal.isProxyLimit) return { type: 'too-large', error: refusal }
  const method = 'originalRequest' in error ? error.originalRequest.getMethod() : undefined
  return isTemporary(refusal, method)
    ? { type: 'delayed', reason: describeDelay(refusal) }
    : { type: 'failed', error: refusal }
}

/**
 * Returns the reason for a delay. A conflict comes from a request of another tab. The server says only that it accepts
 * no second request.
 */
function describeDelay({ status, sentence }: ApiError): string {
  if (status === 409) return 'This clip is being uploaded in another tab.'
  if (status === 408) return 'Your connection is too slow at the moment.'
  return sentence ?? 'The server is having problems.'
}
