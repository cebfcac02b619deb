import { sql } from 'kysely'
import type { Appeal } from '../../../../contract/moderation/appeals.ts'
import type { Decision, Outcome } from '../../../../contract/moderation/decisions.ts'
import type { Person } from '../../../access/can.ts'
import { requireConfirmedStaff, accountStatusOf } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { isShownTo, whyNotDecide } from '../cases/may-decide.ts'
import { listDecisions } from '../cases/list-decisions.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'
import { getDecision, whyNotChanged } from '../decisions/get-decision.ts'
import { getTargetOfDecision } from '../decisions/targets.ts'
import { recordDecisionEvent } from '../decisions/record-decision-event.ts'
import { notifyOfShownComment } from '../decisions/notify-of-shown-comment.ts'
import { applyDecisions, changeEnforcement, lockTarget } from '../decisions/enforcement/enforcement.ts'

type Answer = { id: string; outcome: Outcome; answer: string }

const MAX_APPEALS = 100

/** Condition that a row of `decisions` has an open appeal. */
const isWaiting = sql<boolean>`(decisions.appealed_at is not null and decisions.outcome is null)`

/** Condition that the open appeal awaits an answer. The answer to a deleted account would have no reader. */
export const awaitsAnswer = sql<boolean>`(${isWaiting} and decisions.person_id is not null)`

/**
 * SQL expression for the reason why a moderator may not answer an appeal, over rows of `decisions` and `cases`. Null if
 * they may. The moderator who decided may answer the appeal only if no other moderator could.
 */
function whyNotAnswer(moderatorId: string) {
  return sql<string | null>`coalesce(${whyNotDecide(moderatorId)}, case
    when decisions.decided_by = ${moderatorId} and exists (
      select from users where users.role in ('moderator', 'admin') and users.id <> ${moderatorId}
        and ${accountStatusOf} = 'active' and ${whyNotDecide(sql`users.id`)} is null
    ) then 'You made this decision, so another moderator has to answer the appeal.' end)`
}

/** Lists appeals that await an answer and that the viewer may see, oldest first. */
export async function listAppeals(db: Db, viewerId: string): Promise<{ appeals: Appeal[]; waitingCount: number }> {
  const { rows } = await sql<Omit<Appeal, 'decision'> & { id: string }>`
    select decisions.id, decisions.appeal_text as text, decisions.appealed_at, ${whyNotAnswer(viewerId)} as why_not
    from decisions join cases on cases.id = case_id
    where ${awaitsAnswer} and ${isShownTo(viewerId)} order by decisions.appealed_at, decisions.id
    limit ${MAX_APPEALS}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const decisions = await listDecisions(db, sql<boolean>`decisions.id = any (${ids})`, MAX_APPEALS)
  const byId = new Map(decisions.map((decision) => [decision.id, decision]))
  const { rows: counts } = await sql<{ waitingCount: number }>`
    select count(*) as waiting_count from decisions join cases on cases.id = case_id
    where ${awaitsAnswer} and ${isShownTo(viewerId)}`.execute(db)
  return {
    appeals: rows.flatMap(({ id, ...appeal }) => {
      const decision = byId.get(id)
      return decision ? [{ decision, ...appeal }] : []
    }),
    waitingCount: counts[0]!.waitingCount,
  }
}

/**
 * Answers an appeal. If the decision is reversed, its effects are undone, as when it is lifted.
 *
 * @throws {AppError} NOT_FOUND; ACCESS_DENIED with the reason; CONFLICT if the appeal was already answered or does not
 *   exist; CONFIRM_REQUIRED for reversing a suspension; RATE_LIMITED.
 */
export async function answerAppeal(
  deps: Pick<Deps, 'db' | 'signals' | 'limits'>,
  moderator: Person,
  { id, outcome, answer }: Answer,
): Promise<Decision> {
  const isReversed = outcome === 'reversed'
  const target = await getTargetOfDecision(deps.db, id)
  if (target.measure === 'suspend' && isReversed) requireConfirmedStaff(moderator)
  await deps.limits.take('account-decisions', moderator.id)
  return changeEnforcement(deps, async (tx, emitLater) => {
    if (isReversed) await lockTarget(tx, target, target.measure)
    if (!(await answerOnce(tx, moderator.id, { id, outcome, answer }))) {
      throw await whyNotChanged(tx, id, whyNotAnswer(moderator.id))
    }
    if (isReversed) {
      emitLater(await applyDecisions(tx, target, target.measure))
      await notifyOfShownComment(tx, target)
    }
    await writeStaffLog(tx, moderator.id, 'answer-appeal', { decisionId: id, outcome })
    const decision = await getDecision(tx, id)
    await recordDecisionEvent(tx, id, outcome)
    return decision
  })
}

/** Stores the answer. Of several concurrent answers, one is stored. The user sees a new banner. */
async function answerOnce(tx: Db, moderatorId: string, { id, outcome, answer }: Answer): Promise<boolean> {
  const isReversed = outcome === 'reversed'
  const { numAffectedRows } = await sql`
    update decisions set outcome = ${outcome}, answer = ${answer}, answered_by = ${moderatorId}, answered_at = now(),
      same_judge = coalesce(decided_by = ${moderatorId}, false), seen_at = null,
      state = case when ${isReversed} then 'reversed' else decisions.state end,
      ended_at = case when ${isReversed} then coalesce(ended_at, now()) else ended_at end
    from cases
    where decisions.id = ${id} and cases.id = case_id and ${isWaiting} and decisions.state <> 'reversed'
      and ${whyNotAnswer(moderatorId)} is null`.execute(tx)
  return numAffectedRows === 1n
}
