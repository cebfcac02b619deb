import { AppError } from '../../../errors/app-error.ts'

const SENTENCE =
  'The server couldn’t start processing the file. Your file is fine and nothing was lost. Please try again in a minute.'
const RETRY_AFTER_SECONDS = 30

/** A media child ended before it opened its file. The server or the machine is at fault, never the file. */
export class ChildStartError extends AppError {
  override readonly name = 'ChildStartError'

  constructor(cause: unknown) {
    super('UNAVAILABLE', SENTENCE, { cause, retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
}
