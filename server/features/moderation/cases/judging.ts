import { sql, type RawBuilder } from 'kysely'

/**
 * Why somebody may not judge a case, as a sentence of SQL about a row of `cases`; null if they may. Statements that change
 * something have it in their `where` (`mayJudge`), pages tell it: nobody can be told one thing and held to another. It
 * reads the role of whoever judges from their row, so that nobody decides who was demoted a moment ago.
 *
 * Where nobody else looks after the site, whoever reported something may judge it: else nobody ever could.
 */
export function whyNotJudge(judgeId: string | RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(
    select case
      when judge.role not in ('moderator', 'admin') then 'This is for those who look after the site.'
      when cases.person_id = judge.id then 'This is about you, so somebody else decides it.'
      when person.role = 'admin' and cases.kind = 'account'
        then 'An admin’s account is judged by nobody here: see “npm run admin”.'
      when person.role in ('moderator', 'admin') and judge.role <> 'admin'
        then 'This is by somebody who looks after the site, so an admin decides it.'
      when exists (select from reports where reports.case_id = cases.id and reports.user_id = judge.id)
        and exists (
          select from users as other where other.role in ('moderator', 'admin') and other.id <> judge.id
            and not other.is_hidden and (other.restricted_until is null or other.restricted_until <= now())
        ) then 'You reported this, so somebody else decides it.'
    end
    from users as judge left join users as person on person.id = cases.person_id
    where judge.id = ${judgeId}
  )`
}

/** @param judgeId An account that exists. */
export function mayJudge(judgeId: string): RawBuilder<boolean> {
  return sql<boolean>`${whyNotJudge(judgeId)} is null`
}

/** Nobody else keeps it for themselves just now. */
export function isFreeFor(judgeId: string): RawBuilder<boolean> {
  return sql<boolean>`(cases.claimed_by is null or cases.claimed_by = ${judgeId} or cases.claimed_until <= now())`
}
