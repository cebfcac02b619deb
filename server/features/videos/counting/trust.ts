import { sql, type RawBuilder } from 'kysely'

/**
 * Weight of a person's like, comment or view in the heat of a video. Actions on a person's own videos have no weight.
 */
export const trust = { visitor: 0.1, youngerThanADay: 0.2, youngerThanAWeek: 0.5, others: 1 } as const

/**
 * Returns the weight of an action.
 *
 * @param born Creation time of the account; null for visitors.
 * @param at Time of the like, comment or view.
 */
export function trustOf(born: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<number> {
  const { lit } = sql
  return sql<number>`(case
    when ${born} is null then ${lit(trust.visitor)}
    when ${at} - ${born} < interval '1 day' then ${lit(trust.youngerThanADay)}
    when ${at} - ${born} < interval '7 days' then ${lit(trust.youngerThanAWeek)}
    else ${lit(trust.others)} end)::float8`
}
