import { sql } from 'kysely'
import type { LogMonth } from '../../../../contract/moderation/log.ts'
import type { Db } from '../../../db/connect.ts'

type Counts = Omit<LogMonth, 'decisions'>

/**
 * Summarises each month with events, newest first. Each event counts in its own month: an appeal counts in the month in
 * which it was sent, regardless of the time of the decision.
 */
export async function summariseLog(db: Db): Promise<LogMonth[]> {
  const [counts, decisions] = await Promise.all([countMonths(db), countDecisions(db)])
  return counts.map((month) => ({
    ...month,
    decisions: decisions.filter((each) => each.month === month.month).map(({ month: _same, ...judged }) => judged),
  }))
}

/** Returns the month of a column in UTC, which is the time zone of all connections. */
const monthOf = (column: string) => sql`to_char(${sql.ref(column)}, 'YYYY-MM')`

async function countMonths(db: Db): Promise<Counts[]> {
  const { rows } = await sql<Counts>`
    with reported as (
      select ${monthOf('created_at')} as month, count(*) as reports from reports group by 1
    ), decided as (
      select ${monthOf('decided_at')} as month,
        percentile_cont(0.5) within group (order by extract(epoch from decided_at - opened_at)::float8 / 60)
          filter (where decisions.source <> 'own') as minutes
      from decisions join cases on cases.id = case_id group by 1
    ), appealed as (
      select ${monthOf('appealed_at')} as month, count(*) as appealed from decisions
      where appealed_at is not null group by 1
    ), reversed as (
      select ${monthOf('ended_at')} as month, count(*) as reversed from decisions where state = 'reversed' group by 1
    ), held as (
      select ${monthOf('created_at')} as month, count(*) as held from comments where held_because is not null group by 1
    ), released as (
      select ${monthOf('released_at')} as month, count(*) as released from comments
      where released_at is not null group by 1
    )
    select month, coalesce(reports, 0) as reports, round(minutes)::int as median_minutes,
      coalesce(appealed, 0) as appealed, coalesce(reversed, 0) as reversed,
      coalesce(held, 0) as held, coalesce(released, 0) as released
    from reported full join decided using (month) full join appealed using (month) full join reversed using (month)
      full join held using (month) full join released using (month)
    order by month desc`.execute(db)
  return rows
}

async function countDecisions(db: Db): Promise<({ month: string } & LogMonth['decisions'][number])[]> {
  const { rows } = await sql<{ month: string } & LogMonth['decisions'][number]>`
    select ${monthOf('decided_at')} as month, rule, count(*) filter (where measure <> 'none') as broken,
      count(*) filter (where measure = 'none') as unfounded
    from decisions group by 1, 2 order by count(*) desc, rule`.execute(db)
  return rows
}
