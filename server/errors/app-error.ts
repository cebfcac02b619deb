import { errorStatus, type ErrorCode, type Issue } from '../../contract/errors.ts'

/** A refusal that the client may read. One handler (`error-handler.ts`) turns it into the reply. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly issues: Issue[] | undefined
  readonly retryAfterSeconds: number | undefined

  /** @param message A sentence for the user: what happened and what to do. */
  constructor(
    code: ErrorCode,
    message: string,
    {
      issues,
      retryAfterSeconds,
      cause,
    }: { issues?: Issue[]; retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.code = code
    this.issues = issues
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** Returns the refusal of one field of a request. @param path The field, beside which the page shows the message. */
export function invalidField(path: string, message: string): AppError {
  return new AppError('VALIDATION_FAILED', message, { issues: [{ path, message }] })
}

export function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'NOT_FOUND'
}
