/**
 * Maps items concurrently, with a limit.
 *
 * @returns The results in the order of the items.
 * @throws A failure, after the running work has ended. No further work starts after a failure.
 */
export async function eachOf<T, R>(items: T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  let failed = false
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    while (next < items.length && !failed) {
      const at = next++
      try {
        results[at] = await work(items[at] as T)
      } catch (error) {
        failed = true
        throw error
      }
    }
  })
  const ended = await Promise.allSettled(workers)
  for (const end of ended) if (end.status === 'rejected') throw end.reason
  return results
}
