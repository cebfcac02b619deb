import { createUpload } from '../../../contract/uploads.ts'
import { ApiError, call } from '../../api.ts'
import { assertReadable, UnreadableFileError } from './readable-file.ts'
import { findTicket, forgetUpload, rememberUpload, type Ticket } from './remembered-uploads.ts'
import { startUpload, type RunningUpload, type UploadState } from './resumable-upload.ts'
import type { Progress } from './transfer-rate.ts'

export interface SendingStep {
  step: 'sending'
  state: UploadState
  /** `undefined` until a byte has been sent. */
  progress: Progress | undefined
  controls: Pick<RunningUpload, 'pause' | 'resume' | 'giveUp'>
}

interface SendOptions {
  userId: string
  signal: AbortSignal
  onStep: (step: SendingStep) => void
}

/**
 * Brings a file to the server: goes on with an upload of it that was begun within the day, else begins one. It stays
 * remembered until `forgetUpload`.
 *
 * @returns The ticket of the upload that has arrived.
 * @throws {Error} With a sentence for people. A `DOMException` named 'AbortError' if it was aborted or given up.
 */
export async function sendFile(file: File, options: SendOptions): Promise<Ticket> {
  const { signal } = options
  try {
    await assertReadable(file)
    return (await goOn(file, options)) ?? (await begin(file, options))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof UnreadableFileError || error instanceof StepError || isAbort(error)) throw error
    throw new StepError('Failed to upload file to storage', error)
  }
}

/** A refusal keeps the server's own sentence, which says what to do; anything else is named by the step that failed. */
class StepError extends Error {
  constructor(failedStep: string, cause: unknown) {
    const refused = cause instanceof ApiError && cause.status < 500
    super((refused && cause.sentence) || failedStep, { cause })
  }
}

async function goOn(file: File, options: SendOptions): Promise<Ticket | undefined> {
  const ticket = await findTicket(options.userId, file)
  return ticket && send(file, ticket, { ...options, isBegun: true }).catch(unlessRefused)
}

/** The server knows the upload no more: it is to be begun again. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error
}

async function begin(file: File, options: SendOptions): Promise<Ticket> {
  const { userId, signal } = options
  const ticket = await call(createUpload, {}, { signal }).catch((error: unknown) => {
    throw new StepError('Failed to get upload URL', error)
  })
  await rememberUpload(userId, file, ticket)
  return send(file, ticket, { ...options, isBegun: false })
}

/** @throws {ApiError} If the server refuses it. It is forgotten then, as it is when it is given up. */
async function send(file: File, ticket: Ticket, options: SendOptions & { isBegun: boolean }): Promise<Ticket> {
  const { userId, isBegun, signal, onStep } = options
  const { resumableURL } = ticket
  const forget = () => forgetUpload(userId, ticket)
  const change = (news: Partial<SendingStep>) => onStep((step = { ...step, ...news }))
  const upload = startUpload(file, {
    resumableURL,
    isBegun,
    signal,
    onProgress: (progress) => change({ progress }),
    onState: (state) => change({ state }),
  })
  const giveUp = () => {
    forget()
    upload.giveUp()
  }
  let step: SendingStep = {
    step: 'sending',
    state: { state: 'sending', fromBytes: 0 },
    progress: undefined,
    controls: { ...upload, giveUp },
  }
  onStep(step)
  await upload.done.catch((error: unknown) => {
    if (error instanceof ApiError) forget()
    throw error
  })
  return ticket
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
