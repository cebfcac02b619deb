import { sql, type RawBuilder } from 'kysely'
import { isActiveStaff, STAFF_ONLY } from '../../../access/account-status.ts'

/**
 * Says why an admin's account cannot be moderated. The sentence is not in the template, which must be ASCII
 * (`scripts/serve/bundle.ts`).
 */
export const ADMIN_REFUSED = 'Admin accounts can’t be moderated here. Use “npm run admin” on the server.'

export interface Choice {
  /** Whether only admins may make the decision. */
  onlyAdmins?: boolean
  /** Whether the decision is “No violation”. */
  isDismissal?: boolean
}

/**
 * Returns an SQL expression for the reason why a moderator may not decide a row of `cases`. It is null if they may. Both
 * the statements that change cases (`isOpenTo`) and the pages use it, so that they agree. The moderator's role comes
 * from the database, so that a moderator who was just demoted cannot decide.
 *
 * A moderator may decide a case that they reported only if no other active staff may decide it. Otherwise such a case
 * could never be decided. For the same reason, a case about an admin can be dismissed more widely than it can be
 * enforced: about an account by another admin, or by a moderator if there is no other active admin; by the admin
 * themselves if no other active staff may dismiss it.
 */
export function whyNotDecide(
  moderatorId: string | RawBuilder<unknown>,
  { onlyAdmins = false, isDismissal = false }: Choice = {},
): RawBuilder<string | null> {
  const isActiveOther = sql`(${isActiveStaff} and users.id is distinct from cases.person_id)`
  const isLeftToModerators = sql`(
    ${isDismissal}::boolean and cases.kind = 'account' and person.role = 'admin'
    and not exists (select from users where ${isActiveOther} and users.role = 'admin')
  )`
  const mayDecide = sql`(
    ${isActiveOther} and (
      users.role = 'admin'
      or (not ${onlyAdmins}::boolean and (coalesce(person.role, 'member') = 'member' or ${isLeftToModerators}))
    )
  )`
  return sql<string | null>`(
    select case
      when judge.role not in ('moderator', 'admin') then ${STAFF_ONLY}
      when cases.person_id = judge.id and not (
          ${isDismissal}::boolean and judge.role = 'admin' and not exists (select from users where ${mayDecide})
        ) then 'This is about you, so another moderator has to decide.'
      when person.role = 'admin' and cases.kind = 'account' and not ${isDismissal}::boolean
        then ${ADMIN_REFUSED}
      when person.role in ('moderator', 'admin') and judge.role <> 'admin' and not ${isLeftToModerators}
        then 'This is by a moderator, so an admin has to decide.'
      when exists (select from reports where reports.case_id = cases.id and reports.user_id = judge.id)
        and exists (
          select from users where ${mayDecide}
            and not exists (select from reports where reports.case_id = cases.id and reports.user_id = users.id)
        )
        then 'You reported this, so another moderator has to decide.'
    end
    from users as judge left join users as person on person.id = cases.person_id
    where judge.id = ${moderatorId}
  )`
}

/**
 * Returns the condition that a moderator may see a row of `cases` with its reports and decisions. Of a case about
 * themselves, they learn no more than any other user, unless only they may decide it.
 */
export function isShownTo(moderatorId: string): RawBuilder<boolean> {
  return sql<boolean>`(
    cases.person_id is distinct from ${moderatorId} or ${whyNotDecide(moderatorId, { isDismissal: true })} is null
  )`
}

/** Condition that a row of `cases` has an active claim. A claim ends early when its moderator is no longer active staff. */
export const isClaimed = sql<boolean>`(
  coalesce(cases.claimed_until > now(), false)
  and exists (select from users where users.id = cases.claimed_by and ${isActiveStaff})
)`

/**
 * Returns the condition that a moderator may decide a row of `cases`. The case is open, they may decide it, and no other
 * moderator has an active claim on it.
 *
 * @param moderatorId Id of an existing account.
 */
export function isOpenTo(moderatorId: string, choice?: Choice): RawBuilder<boolean> {
  return sql<boolean>`(
    cases.state = 'open' and ${whyNotDecide(moderatorId, choice)} is null
    and (cases.claimed_by = ${moderatorId} or not ${isClaimed})
  )`
}
