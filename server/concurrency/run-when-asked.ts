/** Work that runs on request and never twice at once: requests during a run cause one more run after it. */
interface AskedWork {
  ask(): void
  /** Aborts the current run, waits for it, and starts no other. */
  stop(): Promise<void>
}

/** @param onFailure Called with the error. Nothing runs after that until the next request. */
export function runWhenAsked(
  work: (signal: AbortSignal) => Promise<void>,
  onFailure: (error: unknown) => void,
): AskedWork {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let isAsked = false
  const run = async () => {
    try {
      while (isAsked && !stopping.signal.aborted) {
        isAsked = false
        await work(stopping.signal)
      }
    } catch (error) {
      if (!stopping.signal.aborted) onFailure(error)
    } finally {
      running = undefined
    }
  }
  return {
    ask() {
      isAsked = true
      running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
