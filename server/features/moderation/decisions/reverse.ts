import { sql, type RawBuilder } from 'kysely'
import type { DecisionState } from '../../../../contract/moderation/decisions.ts'
import type { Db } from '../../../db/connect.ts'
import { getTargetOfDecision } from './targets.ts'
import type { Effects } from './enforcement/effects.ts'
import { applyDecisions, lockTarget } from './enforcement/enforcement.ts'

interface Reversal {
  /** States of decisions that can be reversed. */
  states: DecisionState[]
  /** SQL expression on `decisions` and `cases` for the reason why the decision may not be reversed, if there is one. */
  whyNot?: RawBuilder<string | null>
  /** A sentence for the affected user. */
  answer: string
  /** Id of the moderator. Null for the server administrator. */
  byId: string | null
}

/**
 * Reverses a decision and its effects, except effects that another decision in force requires. Reports are accepted
 * again, and an open appeal is answered. The caller writes the log entry last.
 *
 * @returns `undefined` if there was nothing to reverse or the reversal is not allowed.
 */
export async function reverse(
  tx: Db,
  id: string,
  { states, whyNot = sql`null`, answer, byId }: Reversal,
): Promise<Effects | undefined> {
  const target = await getTargetOfDecision(tx, id)
  await lockTarget(tx, target, target.measure)
  const caseId = sql`(select case_id from decisions where id = ${id})`
  // The case is locked before its decision, in the same order as when an account is deleted.
  await sql`select from cases where id = ${caseId} for no key update`.execute(tx)
  const { rows } = await sql<{ isAppealWaiting: boolean }>`
    update decisions set state = 'reversed', ended_at = coalesce(ended_at, now()), lift_answer = ${answer}, seen_at = null
    from cases
    where decisions.id = ${id} and cases.id = case_id and decisions.state = any (${states}) and ${whyNot} is null
    returning appealed_at is not null and outcome is null as is_appeal_waiting`.execute(tx)
  const [reversed] = rows
  if (!reversed) return undefined
  await sql`update cases set quiet_until = null where id = ${caseId}`.execute(tx)
  if (reversed.isAppealWaiting) await answerBy(tx, id, byId)
  return applyDecisions(tx, target, target.measure)
}

async function answerBy(tx: Db, id: string, byId: string | null): Promise<void> {
  await sql`
    update decisions set outcome = 'reversed', answer = lift_answer, lift_answer = null, answered_by = ${byId}::uuid,
      answered_at = now(), same_judge = coalesce(decided_by = ${byId}::uuid, false)
    where id = ${id}`.execute(tx)
}
