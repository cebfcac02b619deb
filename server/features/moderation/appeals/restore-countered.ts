import { sql } from 'kysely'
import type { Deps } from '../../../setup/deps.ts'
import { noEffects } from '../decisions/effects.ts'
import { logDecision } from '../decisions/log-decision.ts'
import { changeMeasures } from '../decisions/measures.ts'
import { reverse } from '../decisions/reverse.ts'

const ANSWER = 'Nobody has told us of a court action since your counter-notice, so it is shown again.'

/** Of a query of `counter_notices`: the day has come, and nobody has said that the claimant is at court. */
const isDue = sql<boolean>`restore_on <= (now() at time zone 'UTC')::date and court_action_at is null`

/** Shows again what was hidden after a copyright notice and was answered, once its day has come. In two processes, once. */
export async function restoreCountered(deps: Pick<Deps, 'db' | 'signals'>, signal?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select decision_id as id from counter_notices join decisions on decisions.id = decision_id
    where ${isDue} and decisions.state = 'in-force' order by restore_on`.execute(deps.db)
  for (const { id } of rows) {
    if (signal?.aborted) return
    await restore(deps, id)
  }
}

function restore(deps: Pick<Deps, 'db' | 'signals'>, id: string): Promise<void> {
  return changeMeasures(deps, async (tx) => {
    // Before all else: whoever marks a court action at this moment waits, and is told that it came too late.
    const due = await sql`
      select from counter_notices where decision_id = ${id} and ${isDue} for update`.execute(tx)
    const effects =
      due.rows.length > 0 &&
      (await reverse(tx, id, { states: ['in-force'], mayReverse: sql<boolean>`true`, answer: ANSWER, byId: null }))
    if (!effects) return { result: undefined, effects: noEffects }
    await logDecision(tx, id, 'reversed')
    return { result: undefined, effects }
  })
}
