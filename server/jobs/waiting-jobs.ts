import type pg from 'pg'
import type { Db } from '../db/connect.ts'
import { isJobName, type JobName, type JobPayloads, type Jobs } from './jobs.ts'

/** A job that is still to be done. */
export interface WaitingJob {
  name: string
  payload: unknown
}

/** What waits in the queue of a database, or was being done when it was left; in the order in which it would be done. */
export async function listWaitingJobs(client: pg.Client): Promise<WaitingJob[]> {
  const { rows: found } = await client.query("select from pg_tables where schemaname = 'pgboss' and tablename = 'job'")
  if (found.length === 0) return []
  const { rows } = await client.query<WaitingJob>(`
    select name, data as payload from pgboss.job
    where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss\\_\\_%'
    order by priority desc, created_on, id`)
  return rows
}

/** Puts jobs of another queue into this one. What this version has no job for is left out. */
export async function sendAgain(jobs: Jobs, tx: Db, waiting: WaitingJob[]): Promise<void> {
  for (const { name, payload } of waiting) {
    // Whatever made it knew the payload of its name.
    if (isJobName(name)) await jobs.send(tx, name, payload as JobPayloads[JobName])
  }
}
