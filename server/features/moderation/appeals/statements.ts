import { sql, type RawBuilder } from 'kysely'
import { APPEAL_DAYS, type Statement } from '../../../../contract/moderation/appeals.ts'
import { titleOfDecided } from '../../../../contract/moderation/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { subjectLine } from '../cases/subject.ts'
import { decisionNotFound } from '../decisions/get-decision.ts'

const MAX_STATEMENTS = 100

/** Truncates a time to its UTC day. An exact time could reveal which moderator decided. */
const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`

const appealUntil = sql`${dayOf('decisions.decided_at')} + ${sql.lit(APPEAL_DAYS)}`

/** Condition for decisions about which the affected user receives a statement: all except dismissals of reports. */
export const hasStatement = sql<boolean>`decisions.measure <> 'none'`

/**
 * Condition for decisions that can be appealed: once, within the appeal period, and unless they were reversed. Expired
 * decisions can be appealed because they stay on the record.
 */
export const mayAppeal = sql<boolean>`(
  decisions.appealed_at is null and decisions.state <> 'reversed' and (now() at time zone 'UTC')::date <= ${appealUntil})`

/**
 * Condition for decisions that a counter-notice can answer. They hide content after a copyright notice, the content
 * still exists, and there is no counter-notice yet.
 */
const mayCounter = sql<boolean>`(
  decisions.rule = 'copyright' and decisions.source = 'notice' and decisions.measure = 'hide'
  and decisions.state = 'in-force' and counter_notices.id is null
  and case cases.kind when 'comment' then cases.comment_id else cases.video_id end is not null)`

/** Columns that the affected user may see. The moderator and the exact times of decisions are left out. */
const columns = sql`
  decisions.id, cases.kind, ${subjectLine} as subject, coalesce(comments.video_id, cases.video_id) as video_id,
  decisions.measure, decisions.until, decisions.rule, decisions.rule_title, decisions.rule_text, decisions.facts,
  decisions.source, decisions.detected, ${dayOf('decisions.decided_at')} as decided_on, decisions.state,
  decisions.is_permanent, decisions.seen_at is not null as is_seen, ${appealUntil} as appeal_until,
  ${mayAppeal} as may_appeal, ${mayCounter} as may_counter,
  case when decisions.state = 'reversed' and decisions.outcome is distinct from 'reversed' then jsonb_build_object(
    'answer', decisions.lift_answer, 'day', ${dayOf('decisions.ended_at')}) end as lifted,
  case when decisions.appealed_at is not null then jsonb_build_object(
    'text', decisions.appeal_text, 'day', ${dayOf('decisions.appealed_at')}, 'outcome', decisions.outcome,
    'answer', decisions.answer, 'answeredOn', ${dayOf('decisions.answered_at')},
    'sameJudge', case when decisions.same_judge or decisions.answered_by is not null then decisions.same_judge end
  ) end as appeal,
  case when counter_notices.id is not null then jsonb_build_object(
    'day', ${dayOf('counter_notices.sent_at')}, 'restoreOn', counter_notices.restore_on,
    'isCourtAction', counter_notices.court_action_at is not null) end as counter_notice`

type StatementRow = Omit<Statement, 'ruleTitle'> & { ruleTitle: string | null }

/** Selects a user's statements, newest first, as rows for `presentStatement`. */
export function selectStatements(personId: string, which = sql<boolean>`true`): RawBuilder<StatementRow> {
  return sql<StatementRow>`
    select ${columns} from decisions join cases on cases.id = case_id left join comments on comments.id = cases.comment_id
    left join counter_notices on counter_notices.decision_id = decisions.id
    where decisions.person_id = ${personId} and ${hasStatement} and ${which}
    order by decisions.decided_at desc, decisions.id desc`
}

/** Lists the decisions about a user, newest first. @param which A further condition on `decisions`. */
export async function listStatements(db: Db, personId: string, which?: RawBuilder<boolean>): Promise<Statement[]> {
  const { rows } = await sql<StatementRow>`${selectStatements(personId, which)} limit ${MAX_STATEMENTS}`.execute(db)
  return rows.map(presentStatement)
}

export function presentStatement(row: StatementRow): Statement {
  return { ...row, ruleTitle: titleOfDecided(row) }
}

/** Returns a statement by its id. @throws {AppError} NOT_FOUND, including for decisions about other users. */
export async function getStatement(db: Db, personId: string, id: string): Promise<Statement> {
  const [statement] = await listStatements(db, personId, sql<boolean>`decisions.id = ${id}`)
  if (!statement) throw decisionNotFound()
  return statement
}

/** Marks a statement as read. @throws {AppError} NOT_FOUND, including for decisions about other users. */
export async function markStatementSeen(db: Db, personId: string, id: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update decisions set seen_at = coalesce(seen_at, now())
    where id = ${id} and person_id = ${personId} and ${hasStatement}`.execute(db)
  if (numAffectedRows === 0n) throw decisionNotFound()
}
