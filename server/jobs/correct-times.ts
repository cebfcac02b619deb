import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** Condition that a time was recorded while the clock was ahead. Other processes may have written in the last minute. */
const isAhead = (column: string) => sql<boolean>`(${sql.ref(column)} > now() + interval '1 minute')`

/** Returns an assignment that sets a time that is ahead to now. A missing time stays null, unlike with `least`. */
const correct = (column: string) =>
  sql`${sql.ref(column)} = case when ${isAhead(column)} then now() else ${sql.ref(column)} end`

/**
 * Corrects what the queue recorded while the clock was ahead. Otherwise, jobs of that time would wait until their time
 * comes again. Until then, the queue would also neither look for dead workers nor know that they are dead.
 */
export async function correctJobTimes(db: Db): Promise<void> {
  await sql`
    update pgboss.job set ${correct('created_on')}, ${correct('started_on')}, ${correct('heartbeat_on')},
      start_after = start_after - greatest(greatest(created_on, started_on) - now(), '0')
    where state <= 'active'
      and (${isAhead('created_on')} or ${isAhead('started_on')} or ${isAhead('heartbeat_on')})`.execute(db)
  await sql`
    update pgboss.queue set ${correct('monitor_on')}, ${correct('monitor_claim_on')}, ${correct('maintain_on')}
    where ${isAhead('monitor_on')} or ${isAhead('monitor_claim_on')} or ${isAhead('maintain_on')}`.execute(db)
}
