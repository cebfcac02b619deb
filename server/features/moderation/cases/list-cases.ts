import { sql } from 'kysely'
import type { CaseSummary, listCases as contract } from '../../../../contract/moderation/cases.ts'
import type { QueryOf, ResponseOf } from '../../../../contract/endpoint.ts'
import type { Db } from '../../../db/connect.ts'
import { cutPage, decodeCursor, encodeCursor, isBehind } from '../../../http/cursor.ts'
import { isClaimed, isShownTo } from './may-decide.ts'
import { subjectLine } from './subject.ts'

/** Lists open cases, severe ones first and then the oldest, or closed cases, newest first. */
export async function listCases(
  db: Db,
  viewerId: string,
  { state, kind, limit, cursor }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const after = decodeCursor(cursor)
  const isOpen = state === 'open'
  const found = await selectSummaries(db, viewerId)
    // This condition is a literal: with a parameter, the planner would not use the partial indexes.
    .where('cases.state', '=', sql.lit(state))
    .$if(kind !== undefined, (query) => query.where('cases.kind', '=', kind!))
    .where(isOpen && after ? afterOpen(after.id) : isBehind(after, 'cases.closedAt', 'cases.id'))
    .$if(isOpen, (query) => query.orderBy('cases.isSevere', 'desc').orderBy('cases.openedAt').orderBy('cases.id'))
    .$if(!isOpen, (query) => query.orderBy('cases.closedAt', 'desc').orderBy('cases.id', 'desc'))
    .limit(limit + 1)
    .execute()
  const { rows, nextCursor } = cutPage(found, limit, ({ id, openedAt, closedAt }) =>
    encodeCursor({ createdAt: closedAt ?? openedAt, id }),
  )
  const { rows: counts } = await sql<{ openCount: number }>`
    select count(*) as open_count from cases where state = 'open' and ${isShownTo(viewerId)}`.execute(db)
  return { cases: rows.map(presentSummary), nextCursor, openCount: counts[0]!.openCount }
}

/**
 * Returns the condition for open cases after the last case of a page. That case's present position counts, which may
 * have changed since. Cases are never deleted.
 */
function afterOpen(id: string) {
  return sql<boolean>`(not cases.is_severe, cases.opened_at, cases.id) >
    (select not last.is_severe, last.opened_at, last.id from cases as last where last.id = ${id})`
}

type SummaryQuery = ReturnType<typeof selectSummaries>
type SummaryRow = Awaited<ReturnType<SummaryQuery['executeTakeFirstOrThrow']>>

/** Selects the cases that this viewer may see, with the columns of the queue. */
export function selectSummaries(db: Db, viewerId: string) {
  return db
    .selectFrom('cases')
    .leftJoin('users as person', 'person.id', 'cases.personId')
    .leftJoin('users as claimant', (join) =>
      join.onRef('claimant.id', '=', 'cases.claimedBy').on('cases.state', '=', 'open').on(isClaimed),
    )
    .select(['cases.id', 'kind', 'state', 'source', 'rules', 'isSevere', 'reportsCount', 'openedAt', 'closedAt'])
    .select([subjectLine.as('subject'), 'person.displayName as personName'])
    .select(['claimant.displayName as claimantName', 'claimedUntil'])
    .select(sql<boolean>`claimant.id = ${viewerId}`.as('isMine'))
    .where(isShownTo(viewerId))
}

export function presentSummary({ claimantName, claimedUntil, isMine, ...row }: SummaryRow): CaseSummary {
  const claim = claimantName === null ? null : { isMine, name: claimantName, until: claimedUntil! }
  return { ...row, claim }
}
