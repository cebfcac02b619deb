import { queryOptions, type QueryClient, useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { type CaseKind, type CaseSummary, listCases } from '../../../../contract/moderation/cases.ts'
import { listAppeals } from '../../../../contract/moderation/decisions.ts'
import { call } from '../../../net/api.ts'
import { pagedQuery } from '../../../net/paged-query.ts'
import { mapPages, type Pages } from '../../../net/paged-lists.ts'
import { personal } from '../../../viewer/viewer-cache.ts'
import { REFRESH_MS } from '../cases/case.queries.ts'

type CasePage = ResponseOf<typeof listCases>
export type CaseState = CaseSummary['state']

const casesKey = (state: CaseState) => ['/api/cases', 'list', state] as const

/** The open cases in the server's order (severe cases first, then the oldest), or the closed cases, newest first. */
export const casesQuery = (state: CaseState, kind: CaseKind | undefined) =>
  pagedQuery(
    [...casesKey(state), kind ?? 'all'],
    ({ cursor, signal }) => call(listCases, { query: { state, kind, cursor } }, { signal }),
    { meta: personal, refetchOnMount: 'always', refetchInterval: REFRESH_MS },
  )

export const appealsQuery = queryOptions({
  queryKey: ['/api/appeals'],
  queryFn: ({ signal }) => call(listAppeals, {}, { signal }),
  meta: personal,
  refetchOnMount: 'always',
  refetchInterval: REFRESH_MS,
})

/** Returns the number of open cases of every kind. */
export function useOpenCount(): number | undefined {
  const { data } = useQuery({
    queryKey: ['/api/cases', 'count'],
    queryFn: ({ signal }) => call(listCases, { query: { limit: '1' } }, { signal }),
    meta: personal,
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
    select: ({ openCount }) => openCount,
  })
  return data
}

/** Removes a decided case from the cached queue. Other changes arrive with the next refresh. */
export function takeFromQueue(client: QueryClient, id: string): void {
  client.setQueriesData<Pages<CasePage>>({ queryKey: casesKey('open') }, (list) =>
    mapPages(list, 'cases', (cases) => cases.filter((one) => one.id !== id)),
  )
  client.setQueryData<CasePage>(
    ['/api/cases', 'count'],
    (page) => page && { ...page, openCount: Math.max(0, page.openCount - 1) },
  )
}
