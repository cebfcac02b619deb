import { createUpload } from '../../../../../contract/videos/uploads.ts'
import { ApiError, refusalOf } from '../../../../net/api-error.ts'
import { call } from '../../../../net/api.ts'
import { UnreadableFileError } from './tus/readable-file.ts'
import { forgetUpload, rememberUpload, type Ticket } from './remembered-uploads.ts'
import { startUpload, type RunningUpload } from './tus/resumable-upload.ts'
import type { Progress } from './tus/transfer-rate.ts'
import type { TransferState } from './tus/transfer-state.ts'

export interface SendingStep {
  kind: 'sending'
  transfer: TransferState
  /** `undefined` until a byte has been sent. */
  progress: Progress | undefined
  controls: Pick<RunningUpload, 'pause' | 'resume' | 'cancel'>
}

interface SendOptions {
  userId: string
  isBegun: boolean
  signal: AbortSignal
  onStep: (step: SendingStep) => void
}

/**
 * Creates an upload on the server.
 *
 * @throws {Error} With a sentence for the user. A `DOMException` named 'AbortError' if it was aborted.
 */
export async function requestTicket(signal: AbortSignal): Promise<Ticket> {
  try {
    return await call(createUpload, {}, { signal })
  } catch (error) {
    throw toSendError('Failed to get upload URL', error)
  }
}

/**
 * Sends a file. The upload is remembered until `forgetUpload` is called.
 *
 * @param options `isBegun`: whether the upload was started within the last day.
 * @returns Whether the whole file has arrived. If not, the server refused to continue the begun upload, and the file must
 *   be sent again.
 * @throws {Error} With a sentence for the user. A `DOMException` named 'AbortError' if the upload was aborted or
 *   cancelled.
 */
export async function sendFile(file: File, ticket: Ticket, options: SendOptions): Promise<boolean> {
  try {
    if (!options.isBegun) await rememberUpload(options.userId, file, ticket)
    await send(file, ticket, options)
    return true
  } catch (error) {
    if (options.isBegun && isServerRefusal(error)) return false
    throw toSendError('Failed to upload file to storage', error)
  }
}

/**
 * Returns an error with a sentence for the user: the server's if it refused the call, otherwise `failedStep`. Aborts and
 * unreadable files keep their own error.
 */
function toSendError(failedStep: string, error: unknown): unknown {
  if (error instanceof UnreadableFileError || isAbort(error)) return error
  return new Error(refusalOf(error) ?? failedStep, { cause: error })
}

/**
 * Sends a file and reports each step. A refused or cancelled upload is forgotten.
 *
 * @throws {ApiError} If the server refuses the upload.
 */
async function send(file: File, ticket: Ticket, options: SendOptions): Promise<void> {
  const { userId, isBegun, signal, onStep } = options
  const { resumableURL } = ticket
  const forget = () => forgetUpload(userId, ticket)
  let step: SendingStep = {
    kind: 'sending',
    transfer: { kind: 'running', fromBytes: 0 },
    progress: undefined,
    controls: {
      pause: () => upload.pause(),
      resume: () => upload.resume(),
      cancel() {
        forget()
        upload.cancel()
      },
    },
  }
  const change = (news: Partial<SendingStep>) => onStep((step = { ...step, ...news }))
  const upload = await startUpload(file, {
    resumableURL,
    isBegun,
    signal,
    onProgress: (progress) => change({ progress }),
    onState: (transfer) => change({ transfer }),
  })
  await upload.done.catch((error: unknown) => {
    if (isServerRefusal(error)) forget()
    throw error
  })
}

/**
 * Whether the server itself refused the upload. A proxy's limit does not count, so the received bytes are kept then.
 */
function isServerRefusal(error: unknown): boolean {
  return error instanceof ApiError && !error.isProxyLimit
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
