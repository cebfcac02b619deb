/**
 * Works on one item after another until the signal aborts. A failure does not keep the others from their turn.
 *
 * @throws {AggregateError} With all failures, after the last item.
 */
export async function oneByOne<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) {
    if (signal?.aborted) break
    await work(item).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`)
}
