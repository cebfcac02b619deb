import { sql } from 'kysely'
import type { ReportState } from '../../../../contract/moderation/report-outcomes.ts'

/** Selects the last decision about the case of a row of `reports`, to be joined as `verdict`. */
export const verdictOfReport = sql`
  select rule, measure, state from decisions where decisions.case_id = reports.case_id
  order by decided_at desc limit 1`

/**
 * State of a report, for queries that join `cases` and `verdict`. A closed case without a decision means that its
 * subject was deleted.
 */
export const reportState = sql<ReportState>`
  case
    when cases.state = 'open' then 'open'
    when verdict.measure is null then 'gone'
    when verdict.measure = 'none' then 'nothing-found'
    when verdict.state = 'reversed' then 'taken-back'
    else 'acted'
  end`
