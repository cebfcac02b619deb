import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { listPeople } from '../../../../../contract/site/people.ts'
import type { RequestOf } from '../../../../../contract/endpoint.ts'
import { call } from '../../../../net/api.ts'
import { personal } from '../../../../viewer/viewer-cache.ts'

export type Shown = NonNullable<NonNullable<RequestOf<typeof listPeople>['query']>['show']>

export const peopleQuery = (show: Shown, q: string) =>
  infiniteQueryOptions({
    meta: personal,
    // The data is always stale, so that an admin who returns sees the current state.
    staleTime: 0,
    queryKey: ['/api/people', show, q],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listPeople, { query: { show, q, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** Invalidates the lists, counts and log after a change of roles or account statuses. */
export function askAgainForPeople(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: ['/api/people'] }),
    client.invalidateQueries({ queryKey: ['/api/overview'] }),
  ])
}
