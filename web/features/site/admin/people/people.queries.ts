import type { QueryClient } from '@tanstack/react-query'
import { getOverview } from '../../../../../contract/site/overview.ts'
import { listPeople } from '../../../../../contract/site/people.ts'
import { callsOf } from '../../../../net/query-keys.ts'

/** Invalidates the lists, counts and log after a change of roles or account statuses. */
export function refetchPeople(client: QueryClient): Promise<unknown> {
  return client.invalidateQueries(callsOf(listPeople, getOverview))
}
