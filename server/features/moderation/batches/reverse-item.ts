import { writeStaffLog } from '../../../access/staff-log.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { awaitReviewAgain, openCaseAgain } from '../decisions/after-reversal.ts'
import { type Effects, noEffects } from '../decisions/enforcement/effects.ts'
import { whyNotChanged } from '../decisions/get-decision.ts'
import { whyNotLift } from '../decisions/lift.ts'
import { recordDecisionEvent } from '../decisions/record-decision-event.ts'
import { reverse } from '../decisions/reverse.ts'
import { getTargetOfDecision } from '../decisions/targets.ts'
import { type BatchRow, requireActiveModerator } from './decide-item.ts'

/**
 * Reverses the decision of an item. The caller has locked the item.
 * @throws {AppError} If the decision may not be reversed, with the reason.
 */
export async function reverseItem(
  tx: Db,
  { undoneBy, undoAnswer }: BatchRow,
  { decisionId, hadCase: hasClosedCase }: { decisionId: string; hadCase: boolean },
): Promise<Effects> {
  if (!undoneBy || !undoAnswer) throw new AppError('ACCESS_DENIED', 'The account that undid this was deleted.')
  const whyNot = whyNotLift(undoneBy)
  const reversal = { states: ['in-force' as const, 'over' as const], whyNot, answer: undoAnswer, byId: undoneBy }
  const effects = await reverse(tx, decisionId, reversal)
  const target = await getTargetOfDecision(tx, decisionId)
  if (!effects) {
    // A moderator has already reversed this decision alone.
    if (target.state === 'reversed') return noEffects
    throw await whyNotChanged(tx, decisionId, whyNot)
  }
  // Only checked if there was something to reverse. The error rolls the reversal back.
  await requireActiveModerator(tx, undoneBy, 'The account that undid this was not active any more.')
  if (hasClosedCase) await openCaseAgain(tx, target)
  const left = await awaitReviewAgain(tx, target, effects)
  await writeStaffLog(tx, undoneBy, 'lift', { decisionId, measure: target.measure })
  await recordDecisionEvent(tx, decisionId, 'reversed')
  return left
}
