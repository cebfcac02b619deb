/**
 * Lets callers that come at the same time share one run, such as one query for many keys. A lone call waits for
 * nothing; while runs are under way the next batch gathers, so that batches grow with the load.
 *
 * @param run Answers in the order of its items, each at once or later. If it throws, every caller of the batch gets
 *   the error.
 * @param atOnce Runs at the same time.
 * @param maxItems Items of one run.
 */
export function batched<Item, Result>(
  run: (items: Item[]) => Promise<(Result | Promise<Result>)[]>,
  { atOnce = 2, maxItems = 256 }: { atOnce?: number; maxItems?: number } = {},
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item
    resolve: (result: Result | Promise<Result>) => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let running = 0
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || running >= atOnce || waiting.length === 0) return
    isScheduled = true
    // After the requests that the event loop has just read, so that they come along.
    setImmediate(() => {
      isScheduled = false
      void flush()
      schedule()
    })
  }

  async function flush(): Promise<void> {
    const batch = waiting.slice(0, maxItems)
    waiting = waiting.slice(maxItems)
    if (batch.length === 0) return
    running++
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      running--
      schedule()
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      schedule()
    })
}
