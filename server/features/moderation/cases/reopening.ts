import { sql } from 'kysely'
import type { Snapshot } from '../../../../contract/moderation/cases.ts'
import type { Db } from '../../../db/connect.ts'
import type { Opening } from './open-case.ts'

/** Number of new reporting accounts, per account whose report was judged, that reopens the same subject. */
const NEW_PER_JUDGED = 2

/**
 * Whether a report of a judged subject reopens a case. It does if the current text was never judged, if the report
 * names a rule that the judged cases did not name, or if enough accounts have reported the subject for the first time
 * since the decision (`NEW_PER_JUDGED`). No report reopens it while the last decision about the current text silences
 * reports.
 */
export async function isHeard(
  tx: Db,
  { kind, subjectId, rules, reporterId }: Opening,
  words: Snapshot,
): Promise<boolean> {
  const { rows } = await sql<{ isHeard: boolean }>`
    with closed as (select * from cases where subject_id = ${subjectId} and kind = ${kind} and state = 'closed'),
    judged as (select * from closed where snapshot = ${JSON.stringify(words)}::jsonb),
    ruled as (
      select unnest(rules) as rule from judged
      union select rule from decisions where case_id in (select id from judged)
    ),
    answered as (
      select distinct user_id from reports
      where case_id in (select id from closed) and closed_at is not null and user_id is not null
    ),
    newcomers as (
      select user_id from reports
      where case_id in (select id from closed) and closed_at is null and user_id is not null
      union select ${reporterId ?? null}::uuid where ${reporterId ?? null}::uuid is not null
      except select user_id from answered
    )
    select not coalesce((select quiet_until > now() from judged order by closed_at desc limit 1), false) and (
      not exists (select from judged)
      or exists (select from unnest(${rules}::text[]) as named where named not in (select rule from ruled))
      or (select count(*) from newcomers) >= ${NEW_PER_JUDGED} * greatest((select count(*) from answered), 1)
    ) as is_heard`.execute(tx)
  return rows[0]!.isHeard
}
