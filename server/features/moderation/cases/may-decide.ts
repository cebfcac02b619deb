import { sql, type RawBuilder } from 'kysely'
import { isActiveStaff } from '../../../access/account-status.ts'

/** Says why an admin's account cannot be moderated. Not in the template, which must be ASCII (`bundle-server.ts`). */
export const ADMIN_REFUSED = 'Admin accounts can’t be moderated here. Use “npm run admin” on the server.'

/**
 * Returns an SQL expression for the reason why a moderator may not decide a row of `cases`. It is null if they may. Both
 * the statements that change cases (`isOpenTo`) and the pages use it, so that they agree. The moderator's role comes
 * from the database, so that a moderator who was just demoted cannot decide.
 *
 * A moderator may decide a case that they reported only if no other active staff may decide it. Otherwise such a case
 * could never be decided.
 *
 * @param options.onlyAdmins Whether only admins may make the decision.
 */
export function whyNotDecide(
  moderatorId: string | RawBuilder<unknown>,
  { onlyAdmins = false } = {},
): RawBuilder<string | null> {
  return sql<string | null>`(
    select case
      when judge.role not in ('moderator', 'admin') then 'Only moderators and admins can do this.'
      when cases.person_id = judge.id then 'This is about you, so another moderator has to decide.'
      when person.role = 'admin' and cases.kind = 'account'
        then ${ADMIN_REFUSED}
      when person.role in ('moderator', 'admin') and judge.role <> 'admin'
        then 'This is by a moderator, so an admin has to decide.'
      when exists (select from reports where reports.case_id = cases.id and reports.user_id = judge.id)
        and exists (
          select from users where ${isActiveStaff} and users.id is distinct from cases.person_id
            and (users.role = 'admin' or (not ${onlyAdmins}::boolean and coalesce(person.role, 'member') = 'member'))
            and not exists (select from reports where reports.case_id = cases.id and reports.user_id = users.id)
        )
        then 'You reported this, so another moderator has to decide.'
    end
    from users as judge left join users as person on person.id = cases.person_id
    where judge.id = ${moderatorId}
  )`
}

/**
 * Returns the condition that a moderator may claim or decide a row of `cases`. The case is open, they may decide it, and
 * no other moderator has an active claim on it.
 *
 * @param moderatorId Id of an existing account.
 */
export function isOpenTo(moderatorId: string): RawBuilder<boolean> {
  return sql<boolean>`(
    cases.state = 'open' and ${whyNotDecide(moderatorId)} is null
    and (cases.claimed_by is null or cases.claimed_by = ${moderatorId} or cases.claimed_until <= now())
  )`
}
