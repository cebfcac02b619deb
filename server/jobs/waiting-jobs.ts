import type pg from 'pg'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { JobName } from '../../contract/site/job-labels.ts'
import type { Jobs } from './jobs.ts'
import { isJobName, type JobPayloads } from './queues.ts'

/** An unfinished job. */
export interface WaitingJob {
  name: string
  payload: unknown
}

/** Lists the jobs of a database that wait or were interrupted, in the order in which they would run. */
export async function listWaitingJobs(client: pg.Client): Promise<WaitingJob[]> {
  const { rows: found } = await client.query("select from pg_tables where schemaname = 'pgboss' and tablename = 'job'")
  if (found.length === 0) return []
  const { rows } = await client.query<WaitingJob>(`
    select name, data as payload from pgboss.job
    where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss\\_\\_%'
    order by priority desc, created_on, id`)
  return rows
}

/** Enqueues jobs of another database in this one. Jobs unknown to this version are omitted. */
export async function enqueueAgain(jobs: Jobs, tx: Db, waiting: WaitingJob[]): Promise<void> {
  for (const { name, payload } of waiting) {
    // The code that enqueued it knew the type of the payload.
    if (isJobName(name)) await jobs.enqueue(tx, name, payload as JobPayloads[JobName])
  }
}

/** Counts the jobs of queues that have any. `oldest` is when the oldest waiting job was enqueued; null if none waits. */
export async function countJobs(db: Db) {
  const { rows } = await sql<{ name: string; waiting: number; running: number; oldest: string | null }>`
    select name, (count(*) filter (where state < 'active'))::int as waiting,
      (count(*) filter (where state = 'active'))::int as running,
      min(created_on) filter (where state < 'active') as oldest
    from pgboss.job where state <= 'active' and name not like '\_\_pgboss%' group by name order by name`.execute(db)
  return rows
}
