import { waitAtMost } from './wait-at-most.ts'

/** Milliseconds that an aborted run may take to end. A disk or a bucket that does not answer would delay it for long. */
const END_WITHIN_MS = 5_000

/**
 * Runs `work` now and every `everyMs` milliseconds, but never twice at once. Continues after reporting a failure.
 *
 * @param options.isDelayed Whether the first run comes after the first interval.
 * @returns A function that aborts the current run, waits for it for five seconds at most, and starts no other.
 */
export function runEvery(
  everyMs: number,
  work: (signal: AbortSignal) => Promise<void>,
  onFailure: (error: unknown) => void,
  { isDelayed = false }: { isDelayed?: boolean } = {},
): () => Promise<void> {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const run = () => {
    running ??= work(stopping.signal)
      .catch((error: unknown) => stopping.signal.aborted || onFailure(error))
      .then(() => (running = undefined))
  }
  if (!isDelayed) run()
  const timer = setInterval(run, everyMs)
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await waitAtMost(END_WITHIN_MS, running)
  }
}
