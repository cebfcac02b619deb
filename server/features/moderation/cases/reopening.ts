import { sql } from 'kysely'
import type { Snapshot } from '../../../../contract/moderation/cases.ts'
import type { Db } from '../../../db/connect.ts'
import type { Opening } from './open-case.ts'

/** How many new accounts it takes, for each one whose report was judged, to have the same looked at again. */
const NEW_PER_JUDGED = 2

/**
 * Whether a report of something that was judged opens a case again. It does if these words were never judged, if it names
 * a rule that nobody named, or if enough accounts say so whose reports were not judged. A brigade that comes after the
 * decision does not; nor does anybody, for words that a moderator has found to be nothing and wants to hear no more of
 * for a while. The last decision about these words says so: changed ones nobody has seen.
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
