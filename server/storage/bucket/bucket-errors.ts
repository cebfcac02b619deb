import { AppError } from '../../errors/app-error.ts'

/** Thrown for an upload that was completed or aborted, or never existed. */
export class NoSuchUploadError extends Error {}

/** Awaits a reply, and turns a failure into UNAVAILABLE. */
export function orUnavailable<T>(reply: Promise<T>): Promise<T> {
  return reply.catch((error: unknown) => {
    throw asUnavailable(error)
  })
}

/** Like `orUnavailable`, for a multipart call, where a 404 means that the upload is gone. */
export function orNoSuchUpload<T>(reply: Promise<T>): Promise<T> {
  return reply.catch((error: unknown) => {
    throw isMissing(error) ? new NoSuchUploadError() : asUnavailable(error)
  })
}

/** Returns `undefined` for a missing object. A missing bucket is still an error. */
export function orMissing<T>(reply: Promise<T>): Promise<T | undefined> {
  return reply.catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw asUnavailable(error)
  })
}

function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket'
}

/** Turns a failure into UNAVAILABLE, unless the reader closed the connection itself. */
export function asUnavailable(error: unknown): unknown {
  return nameOf(error) === 'AbortError' ? error : unavailable(error)
}

/** Creates the error for a failure that is outside of Reverie and may pass in a moment. */
export function unavailable(cause: unknown): AppError {
  return new AppError('UNAVAILABLE', 'Files cannot be stored or read right now. Please try again.', { cause })
}

/** Whether the server refuses such requests in general, not for permissions, a missing object or a rate limit. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error) ?? 0
  return (status >= 400 && status < 500 && status !== 403 && status !== 404 && status !== 429) || status === 501
}

/** Returns the HTTP status of the server's reply, if there was one. */
export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode
}

function nameOf(error: unknown): string {
  return (error as Error).name
}
