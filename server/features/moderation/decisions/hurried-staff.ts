import { sql } from 'kysely'
import type { Overview } from '../../../../contract/site/overview.ts'
import type { Db } from '../../../db/connect.ts'
import { BATCHES_PER_HOUR, DECISIONS_PER_HOUR, SUSPENSIONS_PER_HOUR } from '../../../http/guards/limit-rules.ts'

/**
 * Lists staff who used more than half of an hour's limit within ten minutes, for which a batch, its undo or a wave of
 * comments counts as one decision. Admins can then check whether the account was stolen. `npm run admin -- undo` undoes
 * all its decisions.
 *
 * @returns The numbers of decisions, reversals and answers, including each of a batch or a wave, and of suspensions.
 */
export async function listHurriedStaff(db: Db): Promise<Overview['hurried']> {
  const { rows } = await sql<Overview['hurried'][number]>`
    select users.id, users.display_name, count(*)::int as decisions,
      (count(*) filter (where made.measure = 'suspend'))::int as suspensions
    from users join (
        select decided_by as person_id, id::text as act_id, id as decided_id, measure from decisions
        where decided_at > now() - interval '10 minutes'
        union all
        select actor_id, id::text, null, null from staff_log
        where act in ('lift', 'answer-appeal', 'answer-dispute', 'undo-batch') and at > now() - interval '10 minutes'
          and not exists (
            select from batch_items where decision_id = (subject ->> 'decisionId')::uuid and batch_items.state = 'undone'
          )
      ) as made on made.person_id = users.id
      left join batch_items on decision_id = decided_id left join batches on batches.id = batch_id
    where users.role <> 'member' group by users.id
    having count(distinct coalesce(batch_id::text, act_id)) > ${DECISIONS_PER_HOUR / 2}
      or count(*) filter (where made.measure = 'suspend' and batch_id is null) > ${SUSPENSIONS_PER_HOUR / 2}
      or count(distinct batch_id) filter (where not is_wave) > ${BATCHES_PER_HOUR / 2}::float
    order by decisions desc, users.id`.execute(db)
  return rows
}
