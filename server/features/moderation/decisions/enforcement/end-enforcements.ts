import { sql } from 'kysely'
import { oneByOne } from '../../../../concurrency/one-by-one.ts'
import type { Deps } from '../../../../setup/deps.ts'
import { getTargetOfDecision } from '../targets.ts'
import { recordDecisionEvent } from '../record-decision-event.ts'
import { applyDecisions, changeEnforcement, lockTarget } from './enforcement.ts'

/** Ends enforcement that has expired. Of two concurrent processes, one ends each decision. */
export async function endEnforcements(deps: Pick<Deps, 'db' | 'signals'>, signal?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from decisions where state = 'in-force' and until <= now() order by until`.execute(deps.db)
  await oneByOne(rows, ({ id }) => endEnforcement(deps, id), signal)
}

function endEnforcement(deps: Pick<Deps, 'db' | 'signals'>, id: string): Promise<void> {
  return changeEnforcement(deps, async (tx, emitLater) => {
    const target = await getTargetOfDecision(tx, id)
    await lockTarget(tx, target, target.measure)
    const { numAffectedRows } = await sql`
      update decisions set state = 'over', ended_at = now() where id = ${id} and state = 'in-force'`.execute(tx)
    if (numAffectedRows === 0n) return
    emitLater(await applyDecisions(tx, target, target.measure))
    await recordDecisionEvent(tx, id, 'over')
  })
}
