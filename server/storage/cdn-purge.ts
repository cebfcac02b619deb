import { LRUCache } from 'lru-cache'
import { atMost } from '../concurrency/at-most.ts'
import { waitAtMost } from '../concurrency/wait-at-most.ts'

/** Maximum number of paths per request: few enough that receivers need not split them for their CDN. */
const MAX_PATHS = 100
/** Maximum number of waiting paths. Beyond that, the oldest are dropped, and their copies expire on their own. */
const MAX_WAITING = 100_000
/** Milliseconds after which a CDN revalidates a copy on its own: `s-maxage` of public objects. */
const MAX_AGE_MS = 60 * 60_000
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000
const REQUEST_TIMEOUT_MS = 10_000
/** Milliseconds for which a stop waits for the last requests. Many paths or a slow hook could delay it for minutes. */
const STOP_WITHIN_MS = 3_000

/** A client of a CDN's purge hook. */
export interface CdnPurge {
  /** Queues paths of this site, such as `/objects/{id}.mp4`, and returns at once. */
  forget(paths: readonly string[]): void
  /** Sends the waiting paths one last time, as far as the hook accepts them within three seconds. */
  stop(): Promise<void>
}

/**
 * Sends `POST {"paths": ["/objects/…", …]}` to the CDN's purge hook, up to 100 paths at a time. Any status from 200 to
 * 299 confirms the purge. A failure is retried with growing pauses of up to a minute until the copy has expired after
 * an hour. The queue is in memory only. After a crash, the copies expire by themselves.
 */
export function createCdnPurge(purgeUrl: string, log: { warn(line: string): void }): CdnPurge {
  /** Paths to purge, until their copies expire anyway. The value identifies the last time that the path was queued. */
  const waiting = new LRUCache<string, symbol>({ ...atMost(MAX_WAITING), ttl: MAX_AGE_MS })
  let sending: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let pauseMs = FIRST_PAUSE_MS

  const oldest = () => {
    const paths = waiting.rkeys().take(MAX_PATHS).toArray()
    return paths.map((path) => [path, waiting.peek(path)] as const)
  }

  async function sendAll(): Promise<void> {
    for (let batch = oldest(); batch.length > 0; batch = oldest()) {
      await post(
        purgeUrl,
        batch.map(([path]) => path),
      )
      pauseMs = FIRST_PAUSE_MS
      // A path that was queued again meanwhile is sent again.
      for (const [path, queued] of batch) if (waiting.peek(path) === queued) waiting.delete(path)
    }
  }

  function start(): void {
    clearTimeout(timer)
    timer = undefined
    sending ??= sendAll()
      .catch((error: unknown) => {
        log.warn(`Could not purge the CDN: ${String(error)}. Its copies expire within an hour.`)
        timer = setTimeout(start, pauseMs).unref()
        pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)
      })
      .finally(() => (sending = undefined))
  }

  return {
    forget(paths) {
      for (const path of paths) waiting.set(path, Symbol(path))
      // A timer runs while the hook is unavailable. Its next attempt is soon enough.
      if (!timer) start()
    },
    async stop() {
      if (waiting.size > 0) start()
      await waitAtMost(STOP_WITHIN_MS, sending)
      clearTimeout(timer)
    },
  }
}

async function post(url: string, paths: string[]): Promise<void> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ paths }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  await reply.body?.cancel()
  if (!reply.ok) throw new Error(`it answered ${reply.status}`)
}
