import { sql, type RawBuilder } from 'kysely'
import { APPEAL_DAYS, type Statement } from '../../../contract/moderation/decisions.ts'
import { rules } from '../../../contract/moderation/rules.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../errors/app-error.ts'
import { subjectLine } from '../cases/subject.ts'
import type { DecisionDeps } from './decide.ts'
import { decisionNotFound } from './find-decision.ts'

const MAX_STATEMENTS = 100

/** In which day, by UTC, a moment lies: to the minute it would help to guess who it was. */
const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`

const appealUntil = sql`${dayOf('decisions.decided_at')} + ${sql.lit(APPEAL_DAYS)}`

/** What people are told of decisions about them; where nothing was found, nothing. */
const isTold = sql<boolean>`decisions.measure <> 'none'`

/** One appeal each; what was taken back needs none. What is over still stands in the record. */
const mayAppeal = sql<boolean>`(
  decisions.appealed_at is null and decisions.state <> 'reversed' and (now() at time zone 'UTC')::date <= ${appealUntil})`

/** Names each column that the person is told: not who decided or answered, and no time of day. */
const columns = sql`
  decisions.id, cases.kind, ${subjectLine} as subject, coalesce(comments.video_id, cases.video_id) as video_id,
  decisions.measure, decisions.until, decisions.rule, decisions.rule_text, decisions.facts, decisions.source,
  decisions.detected, ${dayOf('decisions.decided_at')} as decided_on, decisions.state,
  decisions.seen_at is not null as is_seen, ${appealUntil} as appeal_until, ${mayAppeal} as may_appeal,
  decisions.lift_answer, ${dayOf('decisions.ended_at')} as ended_on, decisions.appeal_text,
  ${dayOf('decisions.appealed_at')} as appealed_on, decisions.outcome, decisions.answer,
  ${dayOf('decisions.answered_at')} as answered_on, decisions.same_judge`

type Row = Omit<Statement, 'ruleTitle' | 'appeal' | 'lifted'> & {
  liftAnswer: string | null
  endedOn: string | null
  appealText: string | null
  appealedOn: string | null
  outcome: NonNullable<Statement['appeal']>['outcome']
  answer: string | null
  answeredOn: string | null
  sameJudge: boolean
}

async function findStatements(db: Db, personId: string, which: RawBuilder<boolean>): Promise<Statement[]> {
  const { rows } = await sql<Row>`
    select ${columns} from decisions join cases on cases.id = case_id left join comments on comments.id = cases.comment_id
    where decisions.person_id = ${personId} and ${isTold} and ${which}
    order by decisions.decided_at desc, decisions.id desc limit ${MAX_STATEMENTS}`.execute(db)
  return rows.map(present)
}

function present({ liftAnswer, endedOn, appealText, appealedOn, outcome, answer, ...row }: Row): Statement {
  const { answeredOn, sameJudge, ...statement } = row
  return {
    ...statement,
    ruleTitle: rules[row.rule].title,
    lifted: row.state === 'reversed' && outcome !== 'reversed' && endedOn ? { answer: liftAnswer, day: endedOn } : null,
    appeal: appealedOn ? { text: appealText, day: appealedOn, outcome, answer, answeredOn, sameJudge } : null,
  }
}

/** What was decided about somebody, the newest first. */
export function listStatements(db: Db, personId: string): Promise<Statement[]> {
  return findStatements(db, personId, sql<boolean>`true`)
}

/** @throws {AppError} NOT_FOUND, also for decisions about others. */
export async function markStatementSeen(db: Db, personId: string, id: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('decisions')
    .set({ seenAt: sql`coalesce(seen_at, now())` })
    .where('id', '=', id)
    .where('personId', '=', personId)
    .where(isTold)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw decisionNotFound()
}

/**
 * Appeals a decision about oneself: once, and in time. Of many who try at once, one does.
 *
 * @throws {AppError} NOT_FOUND, also for decisions about others; APPEAL_OVER; RATE_LIMITED.
 */
export async function appealDecision(
  { db, limits }: Pick<DecisionDeps, 'db' | 'limits'>,
  personId: string,
  { id, text }: { id: string; text: string },
): Promise<Statement> {
  await limits.take('account-appeals', personId)
  await db
    .updateTable('decisions')
    .set({ appealText: text, appealedAt: sql`now()`, seenAt: sql`coalesce(seen_at, now())` })
    .where('id', '=', id)
    .where('personId', '=', personId)
    .where(isTold)
    .where(mayAppeal)
    .returning('id')
    .executeTakeFirst()
    .then((appealed) => appealed ?? refuseAppeal(db, personId, id))
  const [statement] = await findStatements(db, personId, sql<boolean>`decisions.id = ${id}`)
  if (!statement) throw decisionNotFound()
  return statement
}

async function refuseAppeal(db: Db, personId: string, id: string): Promise<never> {
  const [statement] = await findStatements(db, personId, sql<boolean>`decisions.id = ${id}`)
  if (!statement) throw decisionNotFound()
  if (statement.appeal) throw new AppError('APPEAL_OVER', 'You have appealed this once, which is all there is.')
  if (statement.state === 'reversed') throw new AppError('APPEAL_OVER', 'This decision was taken back already.')
  throw new AppError('APPEAL_OVER', `The time to appeal this was over on ${statement.appealUntil}.`)
}
