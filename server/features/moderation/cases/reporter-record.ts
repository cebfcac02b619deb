import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/** How earlier reports of an account turned out. */
export interface ReporterRecord {
  /** How many were judged. What was deleted before anybody judged it does not count. */
  judged: number
  /** How many of them led to a measure that still stands or has run its time. */
  agreed: number
}

const REJECTED_AT_LEAST = 10
const AGREED_SHARE = 0.1

/** Reports of whoever is wrong nearly always are taken, too, but never raise a case above others, and are read last. */
export function isUnreliableRecord({ judged, agreed }: ReporterRecord): boolean {
  return judged - agreed > REJECTED_AT_LEAST && agreed < judged * AGREED_SHARE
}

/** A select of `user_id`, `judged` and `agreed`, of these accounts. */
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
