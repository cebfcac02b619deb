import { sql } from 'kysely'
import type { Decision } from '../../../../contract/moderation/decisions.ts'
import type { Person } from '../../../access/can.ts'
import { requireConfirmedStaff } from '../../../access/account-status.ts'
import { whyNotDecide } from '../cases/may-decide.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'
import type { DecisionDeps } from './decide.ts'
import { getDecision, whyNotChanged } from './get-decision.ts'
import { getTargetOfDecision } from './targets.ts'
import { recordDecisionEvent } from './record-decision-event.ts'
import { changeEnforcement } from './enforcement/enforcement.ts'
import { notifyOfShownComment } from './notify-of-shown-comment.ts'
import { reverse } from './reverse.ts'

/**
 * Lifts a decision that is in force.
 *
 * @param answer A sentence for the affected user.
 * @throws {AppError} NOT_FOUND; ACCESS_DENIED with the reason; CONFLICT if the decision is no longer in force;
 *   CONFIRM_REQUIRED; RATE_LIMITED.
 */
export async function liftDecision(
  deps: DecisionDeps,
  moderator: Person,
  id: string,
  answer: string,
): Promise<Decision> {
  const target = await getTargetOfDecision(deps.db, id)
  const { measure } = target
  if (measure === 'suspend') requireConfirmedStaff(moderator)
  await deps.limits.take('account-decisions', moderator.id)
  const whyNot = whyNotLift(moderator.id)
  return changeEnforcement(deps, async (tx, emitLater) => {
    const effects = await reverse(tx, id, { states: ['in-force'], whyNot, answer, byId: moderator.id })
    if (!effects) throw await whyNotChanged(tx, id, whyNot)
    emitLater(effects)
    await notifyOfShownComment(tx, target)
    await writeStaffLog(tx, moderator.id, 'lift', { decisionId: id, measure })
    const decision = await getDecision(tx, id)
    await recordDecisionEvent(tx, id, 'reversed')
    return decision
  })
}

/**
 * Returns an SQL expression for the reason why a moderator may not lift a decision, over rows of `decisions` and
 * `cases`. It is null if they may.
 */
export function whyNotLift(moderatorId: string) {
  // The sentence is not in the template, which must be ASCII (`scripts/serve/bundle.ts`).
  return sql<string | null>`case
    when decisions.is_permanent then ${'The clip was permanently removed, so this decision can’t be reversed.'}
    else ${whyNotDecide(moderatorId)} end`
}
