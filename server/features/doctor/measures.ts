import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Difference } from './difference.ts'

/** Each decision in force has its effect, and nothing is hidden or restricted without one. */
export async function findWrongMeasures(db: Db): Promise<Difference[]> {
  const { rows } = await sql<{ line: string }>`
    with hidden as (
      select cases.kind, cases.subject_id from decisions join cases on cases.id = case_id
      where decisions.measure = 'hide' and decisions.state = 'in-force'
    ),
    measured as (
      select person_id,
        max(coalesce(until, 'infinity')) filter (where measure = 'restrict') as restricted_until,
        max(coalesce(until, 'infinity')) filter (where measure = 'suspend') as suspended_until
      from decisions where state = 'in-force' and measure in ('restrict', 'suspend') group by person_id
    ),
    things as (
      select 'video' as kind, id, user_id, hidden_for from videos
      union all select 'comment', id, user_id, hidden_for from comments
    )
    select kind || ' ' || id || case when 'moderation' = any (hidden_for)
        then ' is hidden by no decision in force' else ' is shown against a decision in force' end as line
    from things
    where ('moderation' = any (hidden_for)) <> exists (
      select from hidden where hidden.kind = things.kind and subject_id = things.id
    )
    union all
    select kind || ' ' || things.id || ' is not as hidden as the account of user ' || users.id
    from things join users on users.id = things.user_id
    where ('account' = any (things.hidden_for)) <> users.is_hidden
    union all
    select 'the standing of user ' || users.id || ' is not what the decisions in force say'
    from users left join measured on measured.person_id = users.id
    where users.restricted_until is distinct from measured.restricted_until
      or users.suspended_until is distinct from measured.suspended_until
      or ('suspension' = any (users.hidden_for)) <> (measured.suspended_until is not null)
    order by line`.execute(db)
  return rows
}
