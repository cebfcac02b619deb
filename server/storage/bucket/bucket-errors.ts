import { AppError } from '../../errors/app-error.ts'

/** The upload of a part is over: it became an object, was given up, or never was. */
export class NoSuchUploadError extends Error {}

/** What fails is UNAVAILABLE. */
export async function asked<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    throw asUnavailable(error)
  }
}

/** A 404 of an upload is about the upload. */
export async function ofUpload<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    throw statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket' ? new NoSuchUploadError() : asUnavailable(error)
  }
}

/** What is not there is `undefined`. A bucket that is gone is not. */
export async function orMissing<T>(reply: Promise<T>): Promise<T | undefined> {
  try {
    return await reply
  } catch (error) {
    if (statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket') return undefined
    throw asUnavailable(error)
  }
}

/** Whoever went away has caused this, and knows. */
export function asUnavailable(error: unknown): unknown {
  return nameOf(error) === 'AbortError' ? error : unavailable(error)
}

/** Nothing of ours failed, and it may work in a moment. */
export function unavailable(cause: unknown): AppError {
  return new AppError('UNAVAILABLE', 'Files cannot be stored or read right now. Please try again.', { cause })
}

/** Whether the server takes such a request from nobody. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error) ?? 0
  return (status >= 400 && status < 500 && status !== 403 && status !== 404 && status !== 429) || status === 501
}

/** Of the server's reply, if there was one. */
export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode
}

function nameOf(error: unknown): string {
  return (error as Error).name
}
