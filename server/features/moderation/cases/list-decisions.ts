import { sql, type RawBuilder } from 'kysely'
import type { Decision } from '../../../../contract/moderation/decisions.ts'
import type { Db } from '../../../db/connect.ts'
import { subjectLine } from './subject.ts'

/** The joined row of `counter_notices`, as staff see it. Null if there is none. */
const counterNotice = sql`
  case when counter_notices.id is not null then jsonb_build_object(
    'day', (sent_at at time zone 'UTC')::date, 'restoreOn', restore_on, 'isCourtAction', court_action_at is not null,
    'explanation', explanation) end`

/** Lists decisions as staff see them, newest first. @param which A condition on `decisions` and `cases`. */
export async function listDecisions(db: Db, which: RawBuilder<boolean>, limit: number): Promise<Decision[]> {
  const { rows } = await sql<Decision>`
    select decisions.id, decisions.case_id, cases.kind, ${subjectLine} as subject, decisions.rule, decisions.measure,
      decisions.until, decisions.facts, decisions.note, decisions.source, decisions.detected,
      judge.display_name as decided_by, decisions.decided_at, decisions.state, decisions.outcome,
      decisions.is_permanent,
      ${counterNotice} as counter_notice
    from decisions join cases on cases.id = decisions.case_id
    left join users as judge on judge.id = decisions.decided_by
    left join counter_notices on counter_notices.decision_id = decisions.id
    where ${which}
    order by decisions.decided_at desc, decisions.id desc limit ${limit}`.execute(db)
  return rows
}
