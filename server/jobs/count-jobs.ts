import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** The backlog of a queue. */
export interface QueueCount {
  name: string
  waiting: number
  running: number
  /** Time at which the oldest waiting job was enqueued; null if none waits. */
  oldest: string | null
}

/** Counts the jobs of queues that have any. */
export async function countJobs(db: Db): Promise<QueueCount[]> {
  const { rows } = await sql<QueueCount>`
    select name, (count(*) filter (where state < 'active'))::int as waiting,
      (count(*) filter (where state = 'active'))::int as running,
      min(created_on) filter (where state < 'active') as oldest
    from pgboss.job where state <= 'active' and name not like '\_\_pgboss%' group by name order by name`.execute(db)
  return rows
}
