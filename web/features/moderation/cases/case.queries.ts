import { queryOptions } from '@tanstack/react-query'
import { getCase } from '../../../../contract/moderation/cases.ts'
import { call } from '../../../net/api.ts'
import { personal } from '../../../viewer/viewer-cache.ts'

/** Interval at which the page polls for other people's reports, claims and decisions. */
export const REFRESH_MS = 30_000

export const caseKey = (id: string) => ['/api/cases', id] as const

export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: caseKey(id),
    queryFn: ({ signal }) => call(getCase, { params: { id } }, { signal }),
    meta: personal,
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
  })
