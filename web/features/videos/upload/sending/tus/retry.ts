import { ApiError } from '../../../../../net/api-error.ts'

const RETRY_FIRST_MS = 1_000
const RETRY_MOST_MS = 30_000

/**
 * Returns the delay before the next attempt.
 *
 * @param failures Number of failures in a row before this one.
 */
export function retryDelayMs(failures: number): number {
  return Math.min(RETRY_FIRST_MS * 2 ** failures, RETRY_MOST_MS)
}

/**
 * Whether a request of an upload may succeed later: another one came first, the server stopped reading this one, or it
 * is busy. A conflict when an upload begins is final.
 */
export function isTemporary(refusal: ApiError, method: string | undefined): boolean {
  const isConflict = refusal.status === 409 && method !== 'POST'
  const isInterrupted = refusal.code === 'BAD_REQUEST' && method === 'PATCH'
  return isBusy(refusal) || isConflict || isInterrupted
}

/**
 * Whether the server, or a proxy before it, cannot take a request at the moment. The server is down, has no room, the
 * rate limit is exceeded, or the request arrived too slowly.
 */
function isBusy({ status }: ApiError): boolean {
  return status >= 500 || status === 429 || status === 408
}

/**
 * Whether the network, the server or the session was at fault, and not the clip. Another clip would have failed the same
 * way. This one may succeed later.
 *
 * @param error The error of a publishing step. Its cause is the original error.
 */
export function isOutage(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  // `fetch` throws a TypeError without a connection.
  return cause instanceof TypeError || (cause instanceof ApiError && isBusy(cause)) || isSessionEnd(error)
}

/** Whether the session has ended. The clip can be published after the next sign-in. */
export function isSessionEnd(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof ApiError && error.cause.status === 401
}
