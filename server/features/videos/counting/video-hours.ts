import { sql, type RawBuilder } from 'kysely'

/** Number of days for which hourly counts are kept, and for which activity adds to the heat of a video. */
export const HOURS_DAYS = 8

/** Time from which activity counts. */
export const oldest = sql`now() - ${sql.lit(`${HOURS_DAYS} days`)}::interval`

export function hourOf(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`date_trunc('hour', ${time}, 'UTC')`
}
