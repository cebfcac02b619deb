import type { QueryClient } from '@tanstack/react-query'
import { listPeople } from '../../../../../contract/site/people.ts'
import type { RequestOf } from '../../../../../contract/endpoint.ts'
import { call } from '../../../../net/api.ts'
import { pagedQuery } from '../../../../net/paged-query.ts'
import { personal } from '../../../../viewer/viewer-cache.ts'

export type Shown = NonNullable<NonNullable<RequestOf<typeof listPeople>['query']>['show']>

export const peopleQuery = (show: Shown, q: string) =>
  pagedQuery(
    ['/api/people', show, q],
    ({ cursor, signal }) => call(listPeople, { query: { show, q, cursor } }, { signal }),
    {
      meta: personal,
      // The data is always stale, so that an admin who returns sees the current state.
      staleTime: 0,
    },
  )

/** Invalidates the lists, counts and log after a change of roles or account statuses. */
export function refetchPeople(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: ['/api/people'] }),
    client.invalidateQueries({ queryKey: ['/api/overview'] }),
  ])
}
