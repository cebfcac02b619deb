import { ApiError } from '../../../../../net/api.ts'

const RETRY_FIRST_MS = 1_000
const RETRY_MOST_MS = 30_000

/** Waits longer with each failure in a row, of which there were so many before this one. */
export function retryDelayMs(failures: number): number {
  return Math.min(RETRY_FIRST_MS * 2 ** failures, RETRY_MOST_MS)
}

/** The server, or a proxy before it, cannot take a request just now: it is down, has no room, or is asked too often. */
export function isBusy({ status }: ApiError): boolean {
  return status >= 500 || status === 429
}

/**
 * The network or the server failed, not the clip: another clip would have failed the same way, and this one may get
 * through later.
 *
 * @param error What a step of publishing threw; its cause is what the step itself heard.
 */
export function isOutage(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  // What `fetch` throws without a connection.
  return cause instanceof TypeError || (cause instanceof ApiError && isBusy(cause))
}
