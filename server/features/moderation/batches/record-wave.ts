import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { BatchBody } from '../../../../contract/moderation/batches.ts'
import type { Db } from '../../../db/connect.ts'

/**
 * Condition that a decision of the current transaction closed an earlier case. The start time of a case that was opened
 * for the decision is that of the transaction.
 */
export function hadCase(decisionId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    select opened_at <> now() from decisions join cases on cases.id = case_id where decisions.id = ${decisionId}
  )`
}

/** Records the decisions about a wave of comments as a finished batch, so that they can be undone together. */
export async function recordWave(
  tx: Db,
  moderatorId: string,
  rule: BatchBody['rule'],
  decisionIds: string[],
): Promise<void> {
  const id = randomUUID()
  await sql`
    insert into batches (id, kind, rule, measure, is_wave, made_by, finished_at)
    values (${id}, 'comment', ${rule}, 'hide', true, ${moderatorId}, now())`.execute(tx)
  await sql`
    insert into batch_items (batch_id, position, decision_id, state, had_case)
    select ${id}, position, decision_id, 'decided', ${hadCase(sql`decision_id`)}
    from unnest(${decisionIds}::uuid[]) with ordinality as decided (decision_id, position)`.execute(tx)
}
