import { sql } from 'kysely'
import type { OwnReport, ReportState } from '../../../contract/moderation/report-outcomes.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../errors/app-error.ts'
import { subjectLine } from '../cases/subject.ts'

const SHOWN = 100

/** The decision that answered a report: the last one about its case. */
const verdict = sql`
  select rule, measure, state from decisions where decisions.case_id = reports.case_id
  order by decided_at desc limit 1`

/** Of a query that joins `cases` and `verdict` to reports. A case that closed without a decision lost what it was about. */
const stateOf = sql<ReportState>`
  case
    when cases.state = 'open' then 'open'
    when verdict.measure is null then 'gone'
    when verdict.measure = 'none' then 'nothing-found'
    when verdict.state = 'reversed' then 'taken-back'
    else 'acted'
  end`

/** @throws {AppError} NOT_FOUND. */
export async function getReportState(db: Db, id: string): Promise<ReportState> {
  const { rows } = await sql<{ state: ReportState }>`
    select ${stateOf} as state from reports join cases on cases.id = reports.case_id
    left join lateral (${verdict}) as verdict on true
    where reports.id = ${id}`.execute(db)
  if (!rows[0]) throw new AppError('NOT_FOUND', 'Report not found')
  return rows[0].state
}

/** What somebody reported, the newest first. */
export async function readOwnReports(db: Db, userId: string): Promise<OwnReport[]> {
  const { rows } = await sql<OwnReport>`
    select reports.id, cases.kind, ${subjectLine} as subject, cases.video_id,
      reports.reason, reports.other_text, (reports.created_at at time zone 'UTC')::date as day,
      ${stateOf} as state, case when ${stateOf} = 'acted' then verdict.rule end as rule
    from reports join cases on cases.id = reports.case_id
    left join lateral (${verdict}) as verdict on true
    where reports.user_id = ${userId}
    order by reports.created_at desc, reports.id desc limit ${SHOWN}`.execute(db)
  return rows
}
