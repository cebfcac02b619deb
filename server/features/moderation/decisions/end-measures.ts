import { sql } from 'kysely'
import type { Deps } from '../../../setup/deps.ts'
import { findTargetOf } from './find-decision.ts'
import { logDecision } from './log-decision.ts'
import { noEffects } from './effects.ts'
import { applyDecisions, changeMeasures, lockTarget } from './measures.ts'

/** Ends the measures whose time is over. In two processes at once, one ends each. */
export async function endMeasures(deps: Pick<Deps, 'db' | 'signals'>, signal?: AbortSignal): Promise<void> {
  const due = await deps.db
    .selectFrom('decisions')
    .select('id')
    // The partial index's own condition, word for word: as a parameter it would not be recognised.
    .where('state', '=', sql.lit('in-force'))
    .where('until', '<=', sql<string>`now()`)
    .orderBy('until')
    .execute()
  for (const { id } of due) {
    if (signal?.aborted) return
    await endMeasure(deps, id)
  }
}

function endMeasure(deps: Pick<Deps, 'db' | 'signals'>, id: string): Promise<void> {
  return changeMeasures(deps, async (tx) => {
    const target = await findTargetOf(tx, id)
    await lockTarget(tx, target, target.measure)
    const { numUpdatedRows } = await tx
      .updateTable('decisions')
      .set({ state: 'over', endedAt: sql`now()` })
      .where('id', '=', id)
      .where('state', '=', 'in-force')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return { result: undefined, effects: noEffects }
    const effects = await applyDecisions(tx, target, target.measure)
    await logDecision(tx, id, 'over')
    return { result: undefined, effects }
  })
}
