import type { Query, QueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { type CaseKind, type CaseSummary, listCases } from '../../../../contract/moderation/cases.ts'
import { listAppeals } from '../../../../contract/moderation/appeals.ts'
import {
  type PendingCommentPage,
  listPendingComments,
  type PendingComment,
} from '../../../../contract/moderation/pending-comments.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { isRefetch, mapPages, pagedQuery, type Pages } from '../../../net/paged-query.ts'
import { pagesKeyOf } from '../../../net/query-keys.ts'
import { polled } from '../cases/case.queries.ts'

type CasePage = ResponseOf<typeof listCases>
export type CaseState = CaseSummary['state']

/** The open cases, severe ones first and then the oldest, or the closed cases, newest first. */
export const casesQuery = (state: CaseState, kind: CaseKind | undefined) =>
  pagedQuery(listCases, { query: { state, kind } }, polled)

export const appealsQuery = endpointQuery(listAppeals, {}, polled)

/** The number of open cases of every kind. */
export const openCountQuery = endpointQuery(listCases, { query: { limit: '1' } }, polled)

/**
 * Removes decided cases from the cached queue. Other changes arrive with the next refresh. A refresh that is under way
 * would bring the cases back, so it is begun again.
 */
export function removeFromQueue(client: QueryClient, ids: string[]): void {
  const isUnderWay = (query: Query) =>
    query.queryKey[0] === listCases.path && query.state.fetchStatus === 'fetching' && isRefetch(query)
  void client.invalidateQueries({ predicate: isUnderWay })
  client.setQueriesData<Pages<CasePage>>({ queryKey: pagesKeyOf(listCases, { query: { state: 'open' } }) }, (list) =>
    mapPages(list, 'cases', (cases) => cases.filter(({ id }) => !ids.includes(id))),
  )
  client.setQueryData(
    openCountQuery.queryKey,
    (page) => page && { ...page, openCount: Math.max(0, page.openCount - ids.length) },
  )
}

/** Short reasons why a comment is pending, by `heldBecause`. */
export const pendingReasonTexts: Record<PendingComment['heldBecause'], string> = {
  link: 'Contains a link',
  repeat: 'Repeated text',
  word: 'Contains a word on your list',
}

export const pendingCommentsQuery = pagedQuery(listPendingComments, {}, polled)

export function removeFromPending(client: QueryClient, id: string): void {
  client.setQueryData<Pages<PendingCommentPage>>(pendingCommentsQuery.queryKey, (list) =>
    mapPages(list, 'comments', (comments) => comments.filter((one) => one.id !== id)),
  )
}
