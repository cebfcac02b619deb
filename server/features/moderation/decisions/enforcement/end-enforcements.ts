import { sql } from 'kysely'
import { oneByOne } from '../../../../concurrency/one-by-one.ts'
import type { Deps } from '../../../../setup/deps.ts'
import { getTargetOfDecision } from '../targets.ts'
import { recordDecisionEvent } from '../record-decision-event.ts'
import { applyDecisions, changeEnforcement, lockTarget } from './enforcement.ts'

/** Ends enforcement that has expired. Of two concurrent processes, one ends each decision. */
export async function endEnforcements(deps: Pick<Deps, 'db' | 'signals'>, signal?: AbortSignal): Promise<void> {
  const due = await deps.db
    .selectFrom('decisions')
    .select('id')
    // This condition is a literal: with a parameter, the planner would not use the partial index.
    .where('state', '=', sql.lit('in-force'))
    .where('until', '<=', sql<string>`now()`)
    .orderBy('until')
    .execute()
  await oneByOne(due, ({ id }) => endEnforcement(deps, id), signal)
}

function endEnforcement(deps: Pick<Deps, 'db' | 'signals'>, id: string): Promise<void> {
  return changeEnforcement(deps, async (tx, emitLater) => {
    const target = await getTargetOfDecision(tx, id)
    await lockTarget(tx, target, target.measure)
    const { numUpdatedRows } = await tx
      .updateTable('decisions')
      .set({ state: 'over', endedAt: sql`now()` })
      .where('id', '=', id)
      .where('state', '=', 'in-force')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    emitLater(await applyDecisions(tx, target, target.measure))
    await recordDecisionEvent(tx, id, 'over')
  })
}
