import type { QueryClient } from '@tanstack/react-query'
import { listStatements, markStatementSeen, type Statement } from '../../../../contract/moderation/appeals.ts'
import { listOwnWaiting } from '../../../../contract/moderation/own-pending.ts'
import { listOwnReports } from '../../../../contract/moderation/report-outcomes.ts'
import { call } from '../../../net/api.ts'
import { propertyQuery } from '../../../net/endpoint-query.ts'
import { createSeenItems } from '../../../viewer/seen-items.ts'
import { freshPersonal } from '../../../viewer/viewer-cache.ts'

/** The moderation decisions about the signed-in user. */
export const statementsQuery = propertyQuery(listStatements, 'decisions', freshPersonal)

export const ownReportsQuery = propertyQuery(listOwnReports, 'reports', freshPersonal)

export const ownPendingQuery = propertyQuery(listOwnWaiting, 'comments', freshPersonal)

export const seenStatements = createSeenItems('decisions-seen', (statements: Statement[]) =>
  Promise.allSettled(statements.map(({ id }) => call(markStatementSeen, { params: { id } }))),
)

/** Replaces a cached decision, for example after the user has appealed it. */
export function replaceStatement(client: QueryClient, changed: Statement): void {
  client.setQueryData(statementsQuery.queryKey, (statements) =>
    statements?.map((statement) => (statement.id === changed.id ? changed : statement)),
  )
}
