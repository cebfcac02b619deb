import { AppError } from '../../../errors/app-error.ts'

const SENTENCE =
  'The server could not start reading the file. Nothing is wrong with the file, and nothing was lost: please try again in a minute.'
const RETRY_AFTER_SECONDS = 30

/** A media child ended before it opened its file. The server or the machine is at fault, never the file. */
export class ChildStartError extends AppError {
  override readonly name = 'ChildStartError'

  constructor(cause: unknown) {
    super('UNAVAILABLE', SENTENCE, { cause, retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
}
