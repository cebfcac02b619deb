/**
 * Lets concurrent callers share one run, such as one query for many keys. A call runs at once unless `atOnce` runs are
 * in progress. Calls that arrive meanwhile form the next batch, so that batches grow with the load.
 *
 * @param run Returns a value or a promise for each item, in order. If it throws, all callers of the batch get the
 *   error.
 * @param atOnce How many runs may be in progress.
 * @param maxItems Items per run.
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
    // Waits until the event loop has handled the requests that it has just read. They then join the batch.
    setImmediate(() => {
      isScheduled = false
      void flush()
      schedule()
    })
  }

  async function flush(): Promise<void> {
    const batch = waiting.slice(0, maxItems)
    waiting = waiting.slice(maxItems)
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
