import type { QueryClient } from '@tanstack/react-query'
import { getCase, listCases } from '../../../../contract/moderation/cases.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { callsOf } from '../../../net/query-keys.ts'
import { personal } from '../../../viewer/viewer-cache.ts'

/** Query options that poll for other people's reports, claims and decisions. */
export const polled = { meta: personal, refetchOnMount: 'always', refetchInterval: 30_000 } as const

export const caseQuery = (id: string) => endpointQuery(getCase, { params: { id } }, polled)

/** A filter that selects the queues, the number of open cases and all single cases in the cache. */
export const allCases = callsOf(listCases, getCase)

/**
 * Marks every cached page as outdated, because any of them may show content that was just hidden or shown again. Each is
 * read again when it is next opened.
 */
export function touchPages(client: QueryClient): void {
  void client.invalidateQueries({ refetchType: 'none' })
}
