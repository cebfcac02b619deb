import type { QueryClient } from '@tanstack/react-query'
import { getOverview } from '../../../../../contract/site/overview.ts'
import { listPeople } from '../../../../../contract/site/people.ts'
import type { RequestOf } from '../../../../../contract/endpoint.ts'
import { pagedQuery } from '../../../../net/paged-query.ts'
import { callsOf } from '../../../../net/query-keys.ts'
import { personal } from '../../../../viewer/viewer-cache.ts'

export type PeopleFilter = NonNullable<RequestOf<typeof listPeople>['query']>

export type Shown = NonNullable<PeopleFilter['show']>

export const peopleQuery = (filter: PeopleFilter) =>
  pagedQuery(
    listPeople,
    { query: filter },
    {
      meta: personal,
      // The data is always stale, so that an admin who returns sees the current state.
      staleTime: 0,
    },
  )

/** Invalidates the lists, counts and log after a change of roles or account statuses. */
export function refetchPeople(client: QueryClient): Promise<unknown> {
  return client.invalidateQueries(callsOf(listPeople, getOverview))
}
