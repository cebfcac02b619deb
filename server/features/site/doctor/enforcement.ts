import { sql } from 'kysely'
import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { Enforcement } from '../../../../contract/moderation/decisions.ts'
import type { Db } from '../../../db/connect.ts'
import { applyDecisions, changeEnforcement, lockTarget } from '../../moderation/decisions/enforcement/enforcement.ts'
import type { Difference, RepairDeps } from './difference.ts'

interface WrongEnforcement {
  line: string
  kind: CaseKind
  subjectId: string
  personId: string
  measure: Enforcement
}

/** Checks that each decision in force has its effect, and that nothing is hidden or restricted without a decision. */
export async function findWrongEnforcement(db: Db): Promise<Difference[]> {
  const { rows } = await sql<WrongEnforcement>`
    with hides as (
      select cases.subject_id from decisions join cases on cases.id = case_id
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
        then ' is hidden by no decision in force' else ' is shown against a decision in force' end as line,
      kind, id as subject_id, user_id as person_id, 'hide' as measure
    from things where ('moderation' = any (hidden_for)) <> (id in (select subject_id from hides))
    union all
    select kind || ' ' || things.id || ' and the account of user ' || users.id || ' are not both hidden or both visible',
      'account', users.id, users.id, 'suspend'
    from things join users on users.id = things.user_id
    where ('account' = any (things.hidden_for)) <> users.is_hidden
    union all
    select 'the account status of user ' || users.id || ' contradicts the decisions in force',
      'account', users.id, users.id, 'suspend'
    from users left join measured on measured.person_id = users.id
    where users.restricted_until is distinct from measured.restricted_until
      or users.suspended_until is distinct from measured.suspended_until
      or ('suspension' = any (users.hidden_for)) <> (measured.suspended_until is not null)
    order by line`.execute(db)
  return rows.map(({ line, ...wrong }) => ({ line, repair: (deps) => applyAgain(deps, wrong) }))
}

async function applyAgain(deps: RepairDeps, { measure, ...target }: Omit<WrongEnforcement, 'line'>): Promise<string> {
  await changeEnforcement(deps, async (tx, emitLater) => {
    await lockTarget(tx, target, measure)
    emitLater(await applyDecisions(tx, target, measure))
  })
  return 'it matches the decisions in force now'
}
