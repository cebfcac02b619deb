import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/** Outcomes of an account's earlier reports. */
export interface ReporterRecord {
  /** Number of judged reports. Subjects that were deleted before a decision do not count. */
  judged: number
  /** Number of reports that led to enforcement which is still in force or has expired regularly. */
  agreed: number
}

const REJECTED_AT_LEAST = 10
const AGREED_SHARE = 0.1

/**
 * Whether an account's reports are nearly always wrong. Its reports are accepted, but they raise no case above others
 * and are listed last.
 */
export function isUnreliableRecord({ judged, agreed }: ReporterRecord): boolean {
  return judged - agreed > REJECTED_AT_LEAST && agreed < judged * AGREED_SHARE
}

/** Selects `user_id`, `judged` and `agreed` of the given accounts. */
export function recordsOf(userIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select reports.user_id, count(*)::int as judged, (count(*) filter (where verdict.is_agreed))::int as agreed
    from reports
    join lateral (
      select bool_or(measure <> 'none' and state <> 'reversed') as is_agreed from decisions
      where decisions.case_id = reports.case_id having count(*) > 0
    ) as verdict on true
    where reports.user_id in (${userIds}) and reports.closed_at is not null
    group by reports.user_id`
}

export async function isUnreliable(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<ReporterRecord>`${recordsOf(sql`select ${userId}::uuid`)}`.execute(db)
  return rows[0] !== undefined && isUnreliableRecord(rows[0])
}
