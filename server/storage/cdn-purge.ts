/** Of paths. Larger requests would have to be cut up by whoever passes them on to a CDN. */
const MAX_PATHS = 100
/** So many that wait; beyond them the oldest are left to age. */
const MAX_WAITING = 100_000
/** What a CDN has kept for so long it asks for again by itself: `s-maxage` of public objects. */
const MAX_AGE_MS = 60 * 60_000
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000
const REQUEST_TIMEOUT_MS = 10_000

/** What tells a CDN to forget copies. */
export interface CdnPurge {
  /** Returns at once. @param paths Of this site, such as `/objects/{id}.mp4`. */
  forget(paths: readonly string[]): void
  /** Tells it once more of what waits. */
  stop(): Promise<void>
}

/**
 * Tells a CDN of what it must forget: `POST` of `{"paths": ["/objects/…", …]}`, up to 100 at a time, which any status
 * from 200 to 299 confirms. What fails is tried again, with pauses that grow to a minute, until an hour later the copy
 * has aged. It is kept in memory only: what a crash loses ages, too.
 */
export function createCdnPurge(purgeUrl: string, log: { warn(line: string): void }): CdnPurge {
  /** By path, when its copy has aged. */
  const waiting = new Map<string, number>()
  let sending: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let pauseMs = FIRST_PAUSE_MS

  function forgetAged(): void {
    const now = performance.now()
    // The oldest first.
    for (const [path, agedAt] of waiting) {
      if (agedAt > now && waiting.size <= MAX_WAITING) break
      waiting.delete(path)
    }
  }

  async function sendAll(): Promise<void> {
    for (forgetAged(); waiting.size > 0; forgetAged()) {
      const batch = [...waiting].slice(0, MAX_PATHS)
      await post(
        purgeUrl,
        batch.map(([path]) => path),
      )
      pauseMs = FIRST_PAUSE_MS
      // What came again meanwhile is told again.
      for (const [path, agedAt] of batch) if (waiting.get(path) === agedAt) waiting.delete(path)
    }
  }

  function start(): void {
    clearTimeout(timer)
    timer = undefined
    sending ??= sendAll()
      .catch((error: unknown) => {
        log.warn(
          `The CDN was not told of what it must forget: ${String(error)}. Until it is, its copies live for up to an hour.`,
        )
        timer = setTimeout(start, pauseMs).unref()
        pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)
      })
      .finally(() => (sending = undefined))
  }

  return {
    forget(paths) {
      for (const path of paths) {
        waiting.delete(path)
        waiting.set(path, performance.now() + MAX_AGE_MS)
      }
      // While it is away, the next try is soon enough.
      if (!timer) start()
    },
    async stop() {
      if (waiting.size > 0) start()
      await sending
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
