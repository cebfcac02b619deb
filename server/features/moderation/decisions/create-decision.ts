import { type Insertable, sql } from 'kysely'
import type { Decision } from '../../../../contract/moderation/decisions.ts'
import { isOwnRule } from '../../../../contract/moderation/rules.ts'
import type { Db } from '../../../db/connect.ts'
import type { ModerationTables } from '../../../db/schema/moderation-schema.ts'
import type { ClosedCase } from '../cases/close-case.ts'
import { getRule } from '../rules/own-rules.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'
import type { Effects } from './enforcement/effects.ts'
import { applyDecisions } from './enforcement/enforcement.ts'
import { getDecision } from './get-decision.ts'
import { recordDecisionEvent } from './record-decision-event.ts'

export type CaseToDecide = Pick<ClosedCase, 'id' | 'kind' | 'subjectId' | 'personId' | 'source'>

/** A decision that was just stored, and the effects to emit after the commit. */
export interface Decided {
  decision: Decision
  effects: Effects
}

interface NewDecision extends Pick<
  Insertable<ModerationTables['decisions']>,
  'rule' | 'measure' | 'until' | 'facts' | 'note' | 'detected' | 'isPermanent'
> {
  decidedBy: string
}

/**
 * Stores a decision about a closed case, applies it and writes both logs. The caller has locked the subject of the
 * enforcement. The call must come last in its transaction, because it takes the lock of the public log.
 *
 * @param act The entry in the staff log.
 * @throws {AppError} VALIDATION_FAILED if the rule was removed.
 */
export async function createDecision(
  tx: Db,
  closed: CaseToDecide,
  chosen: NewDecision,
  act: { name: 'decide' | 'erase'; details?: object },
): Promise<Decided> {
  const { title, text } = await getRule(tx, chosen.rule)
  const { id } = await tx
    .insertInto('decisions')
    .values({
      ...chosen,
      caseId: closed.id,
      personId: closed.personId,
      // Deciding a dispute counts as the moderator's own initiative.
      source: closed.source === 'dispute' ? 'own' : closed.source,
      ruleTitle: isOwnRule(chosen.rule) ? title : null,
      ruleText: text,
      // Reporters see the outcome of the latest decision. The start of this transaction may precede decisions that were
      // committed while it waited for locks.
      decidedAt: sql<string>`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const effects = await applyDecisions(tx, closed, chosen.measure)
  await writeStaffLog(tx, chosen.decidedBy, act.name, { decisionId: id, caseId: closed.id, ...act.details })
  const decision = await getDecision(tx, id)
  await recordDecisionEvent(tx, id, 'decided')
  return { decision, effects }
}
