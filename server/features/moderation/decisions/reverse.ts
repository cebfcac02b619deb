import { sql, type RawBuilder } from 'kysely'
import type { DecisionState } from '../../../../contract/moderation/decisions.ts'
import type { Db } from '../../../db/connect.ts'
import { findTargetOf } from './find-decision.ts'
import type { Effects } from './effects.ts'
import { applyDecisions, lockTarget } from './measures.ts'

export interface Reversal {
  /** What decisions it is for, of a query of `decisions` and `cases`. */
  states: DecisionState[]
  mayReverse: RawBuilder<boolean>
  /** For the person. */
  answer: string
  /** Null for whoever runs the machine. */
  byId: string | null
}

/**
 * Takes a decision back, with what it caused: what another one in force still asks for stays. Reports are heard again,
 * and an appeal that waits is answered by it. The log is told by whoever calls, as the last act.
 *
 * @returns `undefined` if there was nothing to take back, or not by them.
 */
export async function reverse(
  tx: Db,
  id: string,
  { states, mayReverse, answer, byId }: Reversal,
): Promise<Effects | undefined> {
  const target = await findTargetOf(tx, id)
  await lockTarget(tx, target, target.measure)
  // The case before its decision, as whoever deletes the person has it.
  await sql`
    update cases set quiet_until = null
    where quiet_until is not null and id = (select case_id from decisions where id = ${id})`.execute(tx)
  const { rows } = await sql<{ isAppealWaiting: boolean }>`
    update decisions set state = 'reversed', ended_at = coalesce(ended_at, now()), lift_answer = ${answer}, seen_at = null
    from cases
    where decisions.id = ${id} and cases.id = case_id and decisions.state = any (${states}) and ${mayReverse}
    returning appealed_at is not null and outcome is null as is_appeal_waiting`.execute(tx)
  const [reversed] = rows
  if (!reversed) return undefined
  if (reversed.isAppealWaiting) await answerBy(tx, id, byId)
  return applyDecisions(tx, target, target.measure)
}

async function answerBy(tx: Db, id: string, byId: string | null): Promise<void> {
  await sql`
    update decisions set outcome = 'reversed', answer = lift_answer, lift_answer = null, answered_by = ${byId}::uuid,
      answered_at = now(), same_judge = coalesce(decided_by = ${byId}::uuid, false)
    where id = ${id}`.execute(tx)
}
