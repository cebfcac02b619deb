import { setTimeout as delay } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'

const RETRY_MS = 1_000

/**
 * Restarts PostgreSQL whenever it ends unexpectedly, for example because the system ran out of memory, until `stop` is
 * called. PostgreSQL recovers every acknowledged change from its log.
 *
 * @param start Starts PostgreSQL again at the port of `first`, where clients expect it.
 */
export function keepRunning(
  first: Postmaster,
  start: (port: number) => Promise<Postmaster>,
  log: (line: string) => void,
): Pick<Postmaster, 'stop'> {
  const stopping = new AbortController()
  let running = first

  async function watch(): Promise<void> {
    for (;;) {
      await running.exited
      if (stopping.signal.aborted) return
      log('PostgreSQL stopped unexpectedly. Restarting it.')
      running = await startAgain()
      // `stop` waits for this function before it stops the new process.
      if (stopping.signal.aborted) return
    }
  }

  /** Tries in a loop, because each pending call of a recursion would stay in memory for the whole outage. */
  async function startAgain(): Promise<Postmaster> {
    for (;;) {
      try {
        return await start(first.port)
      } catch (error) {
        if (stopping.signal.aborted) return running
        log((error as Error).message)
      }
      await delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return running
    }
  }

  const watched = watch()
  return {
    async stop() {
      stopping.abort()
      await running.stop()
      await watched
      // If PostgreSQL was restarting during the first `stop`, `running` is now a new process.
      await running.stop()
    },
  }
}
