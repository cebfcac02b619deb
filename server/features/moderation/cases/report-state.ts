import { sql } from 'kysely'
import type { ReportState } from '../../../../contract/moderation/report-outcomes.ts'

/** What answered a row of `reports`: the last decision about its case. To be joined as `verdict`. */
export const verdictOfReport = sql`
  select rule, measure, state from decisions where decisions.case_id = reports.case_id
  order by decided_at desc limit 1`

/** Of a query that joins `cases` and `verdict` to reports. A case that closed without a decision lost what it was about. */
export const reportState = sql<ReportState>`
  case
    when cases.state = 'open' then 'open'
    when verdict.measure is null then 'gone'
    when verdict.measure = 'none' then 'nothing-found'
    when verdict.state = 'reversed' then 'taken-back'
    else 'acted'
  end`
