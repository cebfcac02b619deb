import { sql } from 'kysely'
import { oneByOne } from '../../../concurrency/one-by-one.ts'
import type { Deps } from '../../../setup/deps.ts'
import { recordDecisionEvent } from '../decisions/record-decision-event.ts'
import { changeEnforcement } from '../decisions/enforcement/enforcement.ts'
import { reverse } from '../decisions/reverse.ts'

const ANSWER = 'We haven’t heard of a court action since your counter-notice, so your content is visible again.'

/** Condition on `counter_notices`: the due day has come, and no court action is recorded. */
const isDue = sql<boolean>`restore_on <= (now() at time zone 'UTC')::date and court_action_at is null`

/** Why a decision is not reversed: a permanently removed clip cannot be visible again. Null for other decisions. */
const whyNot = sql<string | null>`case when decisions.is_permanent then 'The clip was permanently removed.' end`

/**
 * Restores content that was hidden after a copyright notice, once the due day of its counter-notice has come.
 * Concurrent processes restore it once.
 */
export async function restoreCountered(deps: Pick<Deps, 'db' | 'signals'>, signal?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select decision_id as id from counter_notices join decisions on decisions.id = decision_id
    where ${isDue} and decisions.state = 'in-force' and ${whyNot} is null order by restore_on`.execute(deps.db)
  await oneByOne(rows, ({ id }) => restore(deps, id), signal)
}

function restore(deps: Pick<Deps, 'db' | 'signals'>, id: string): Promise<void> {
  return changeEnforcement(deps, async (tx, emitLater) => {
    // This lock is taken first. A concurrent request that records a court action waits for it and is then refused.
    const due = await sql`
      select from counter_notices where decision_id = ${id} and ${isDue} for update`.execute(tx)
    const reversal = { states: ['in-force' as const], whyNot, answer: ANSWER, byId: null }
    const effects = due.rows.length > 0 && (await reverse(tx, id, reversal))
    if (!effects) return
    emitLater(effects)
    await recordDecisionEvent(tx, id, 'reversed')
  })
}
