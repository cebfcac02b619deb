/** Work that begins when somebody asks for it, never twice at once: who asks meanwhile has it done once more. */
export interface AskedWork {
  ask(): void
  /** Ends it, and waits for what is under way. */
  stop(): Promise<void>
}

/** @param onFailure After it nothing happens until somebody asks again. */
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
