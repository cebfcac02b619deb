import { sql } from 'kysely'
import type { Snapshot } from '../../../../contract/moderation/cases.ts'
import type { Db } from '../../../db/connect.ts'
import type { Opening } from './open-case.ts'

/** A decided case is reopened by this number of new reporters for each earlier reporter. */
const NEW_PER_EARLIER = 2

/**
 * Whether a report of a decided subject opens a new case. It does in three cases:
 * - the current text was never decided about,
 * - the report names a new rule,
 * - enough accounts have reported the subject for the first time since the decision (`NEW_PER_EARLIER`).
 *
 * It never does while the last decision about the current text silences further reports.
 */
export async function mayReopen(
  tx: Db,
  { kind, subjectId, rules, reporterId }: Opening,
  words: Snapshot,
): Promise<boolean> {
  const { rows } = await sql<{ mayReopen: boolean }>`
    with closed as (select * from cases where subject_id = ${subjectId} and kind = ${kind} and state = 'closed'),
    -- A case that was closed by the answer to a dispute has no decision.
    judged as (
      select * from closed where snapshot = ${JSON.stringify(words)}::jsonb
        and exists (select from decisions where case_id = closed.id)
    ),
    ruled as (
      select unnest(rules) as rule from judged
      union select rule from decisions where case_id in (select id from judged)
    ),
    answered as (
      select distinct user_id from reports
      where case_id in (select id from closed) and closed_at is not null and user_id is not null
    ),
    new_reporters as (
      select user_id from reports
      where case_id in (select id from closed) and closed_at is null and user_id is not null
      union select ${reporterId ?? null}::uuid where ${reporterId ?? null}::uuid is not null
      except select user_id from answered
    )
    select not coalesce((select quiet_until > now() from judged order by closed_at desc limit 1), false) and (
      not exists (select from judged)
      or exists (select from unnest(${rules}::text[]) as named where named not in (select rule from ruled))
      or (select count(*) from new_reporters) >= ${NEW_PER_EARLIER} * greatest((select count(*) from answered), 1)
    ) as may_reopen`.execute(tx)
  return rows[0]!.mayReopen
}
