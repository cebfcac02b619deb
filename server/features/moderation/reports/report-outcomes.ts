import { sql, type RawBuilder } from 'kysely'
import type { OwnReport, ReportState } from '../../../../contract/moderation/report-outcomes.ts'
import type { Db } from '../../../db/connect.ts'
import { isVisibleTo } from '../../../access/visibility.ts'
import { AppError } from '../../../errors/app-error.ts'
import { reportState, verdictOfReport } from '../cases/report-state.ts'

const SHOWN = 100

/** Returns the state of a report. @throws {AppError} NOT_FOUND. */
export async function getReportState(db: Db, id: string): Promise<ReportState> {
  const { rows } = await sql<{ state: ReportState }>`
    select ${reportState} as state from reports join cases on cases.id = reports.case_id
    left join lateral (${verdictOfReport}) as verdict on true
    where reports.id = ${id}`.execute(db)
  if (!rows[0]) throw new AppError('NOT_FOUND', 'Report not found')
  return rows[0].state
}

/** Lists a user's own reports, newest first. */
export async function listOwnReports(db: Db, userId: string): Promise<OwnReport[]> {
  const { rows } = await sql<OwnReport>`${selectOwnReports(userId)} limit ${SHOWN}`.execute(db)
  return rows
}

/** Selects a user's own reports, newest first. */
export function selectOwnReports(userId: string): RawBuilder<OwnReport> {
  return sql<OwnReport>`
    select reports.id, cases.kind, coalesce(reports.subject, '') as subject, videos.id as video_id,
      reports.reason, reports.other_text, (reports.created_at at time zone 'UTC')::date as day,
      ${reportState} as state, case when ${reportState} = 'acted' then verdict.rule end as rule
    from reports join cases on cases.id = reports.case_id
    left join videos on videos.id = cases.video_id and ${isVisibleTo(userId)}
    left join lateral (${verdictOfReport}) as verdict on true
    where reports.user_id = ${userId}
    order by reports.created_at desc, reports.id desc`
}
