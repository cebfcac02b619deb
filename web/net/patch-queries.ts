import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Changes cached data in place, such as a count or an item of a list. Unlike `setQueriesData`, it does not make the data
 * fresh. An invalidated query is still refetched on its next visit, and a next page that failed to load stays failed.
 *
 * @param change Returns the same object, or `undefined`, if nothing changes. Such queries are left alone.
 */
export function patchQueries<Data>(
  client: QueryClient,
  filters: QueryFilters,
  change: (data: Data) => Data | undefined,
): void {
  for (const query of client.getQueryCache().findAll(filters)) {
    const { data, dataUpdatedAt, fetchStatus, isInvalidated } = query.state
    if (data === undefined) continue
    const changed: unknown = change(data as Data)
    if (changed === undefined || changed === data) continue
    if (fetchStatus === 'idle') {
      query.setState({ data: changed })
      continue
    }
    // If the running request is cancelled, the query returns to the data of the last `setData`.
    query.setData(changed, { updatedAt: dataUpdatedAt, manual: true })
    if (!isInvalidated) continue
    query.invalidate()
    query.promise?.catch(() => query.invalidate())
  }
}
