import type { QueryClient } from '@tanstack/react-query'
import { listStatements, markStatementSeen, type Statement } from '../../../../contract/moderation/decisions.ts'
import { listOwnWaiting } from '../../../../contract/moderation/own-pending.ts'
import { listOwnReports } from '../../../../contract/moderation/report-outcomes.ts'
import { call } from '../../../net/api.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { openOtherTabs } from '../../../page/other-tabs.ts'
import { personal } from '../../../viewer/viewer-cache.ts'
import { ownUserQuery } from '../../../viewer/viewer.queries.ts'

/** The moderation decisions about the signed-in user. */
export const statementsQuery = endpointQuery(
  listStatements,
  {},
  {
    meta: personal,
    // Moderators can decide or answer an appeal at any time.
    staleTime: 0,
    read: async (reply) => (await reply).decisions,
  },
)

/** The signed-in user's reports. */
export const ownReportsQuery = endpointQuery(
  listOwnReports,
  {},
  {
    meta: personal,
    staleTime: 0,
    read: async (reply) => (await reply).reports,
  },
)

/** The signed-in user's pending comments. */
export const ownWaitingQuery = endpointQuery(
  listOwnWaiting,
  {},
  {
    meta: personal,
    staleTime: 0,
    read: async (reply) => (await reply).comments,
  },
)

/** Synchronises seen decisions between tabs. */
const tabs = openOtherTabs<'decisions-seen'>('decisions-seen')

/**
 * Refetches the signed-in user when another tab has marked decisions as seen.
 *
 * @returns A function that unsubscribes.
 */
export function followSeen(client: QueryClient): () => void {
  return tabs.hear(() => void client.invalidateQueries({ queryKey: ownUserQuery.queryKey }))
}

/** Marks decisions as seen. If a call fails, its decision stays unseen and is marked on the next visit. */
export async function markSeen(client: QueryClient, statements: Statement[]): Promise<void> {
  if (statements.length === 0) return
  await Promise.allSettled(statements.map(({ id }) => call(markStatementSeen, { params: { id } })))
  tabs.tell('decisions-seen')
  await client.invalidateQueries({ queryKey: ownUserQuery.queryKey })
}

/** Shows the reply to an appeal or a counter-notice in place of the decision. */
export function replaceStatement(client: QueryClient, changed: Statement): void {
  client.setQueryData(statementsQuery.queryKey, (statements) =>
    statements?.map((statement) => (statement.id === changed.id ? changed : statement)),
  )
}
