import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { counted } from '../format/in-words.ts'
import { isAlive } from './processes.ts'

export interface BackgroundProblem {
  cause: 'worker' | 'jobs'
  /** A sentence that names no machine. */
  message: string
}

const LATE_AFTER_MINUTES = 5

/**
 * Time since which workers have run without a gap of a minute, so that a short restart does not change it. Null if that
 * is unknown, for example because the clock was ahead at the start.
 */
const workedSince = sql`(
  select max(worker.started_at) from processes worker
  where worker.role <> 'web' and worker.started_at <= now() and not exists (
    select from processes earlier where earlier.role <> 'web' and earlier.started_at < worker.started_at
      and earlier.beat_at > worker.started_at - interval '1 minute'))`

interface ProcessSummary {
  isRunning: boolean
  hasWorker: boolean
  workerSeenAt: string | null
}

interface LateJobs {
  name: string
  count: number
  waitingMinutes: number
}

/**
 * Lists a missing worker, and jobs that have waited for more than five minutes. The list is empty while no process runs.
 */
export async function listBackgroundProblems(db: Db): Promise<BackgroundProblem[]> {
  const { isRunning, hasWorker, workerSeenAt } = await summariseProcesses(db)
  if (!isRunning) return []
  const late = await listLateJobs(db)
  return [
    ...(hasWorker ? [] : [{ cause: 'worker' as const, message: missingWorker(workerSeenAt) }]),
    ...late.map((jobs) => ({ cause: 'jobs' as const, message: lateSentence(jobs) })),
  ]
}

async function summariseProcesses(db: Db): Promise<ProcessSummary> {
  const { rows } = await sql<ProcessSummary>`
    select coalesce(bool_or(${isAlive} and stopped_at is null), false) as is_running,
      coalesce(bool_or(${isAlive} and role <> 'web'), false) as has_worker,
      max(beat_at) filter (where role <> 'web') as worker_seen_at
    from processes`.execute(db)
  return rows[0]!
}

/**
 * Lists late jobs by queue. A job scheduled for a retry is not late before its time, and no job because of the time for
 * which no worker ran.
 */
async function listLateJobs(db: Db): Promise<LateJobs[]> {
  const { rows } = await sql<LateJobs>`
    with waiting as (
      select name, greatest(start_after, ${workedSince}) as since from pgboss.job
      where state < 'active' and not blocked and name not like '\_\_pgboss%')
    select name, count(*)::int, floor(extract(epoch from now() - min(since)) / 60)::int as waiting_minutes
    from waiting where since < now() - make_interval(mins => ${LATE_AFTER_MINUTES})
    group by name order by name`.execute(db)
  return rows
}

function missingWorker(seenAt: string | null): string {
  const since = seenAt ? `since ${seenAt.slice(0, 16).replace('T', ' ')} UTC` : 'in the last hour'
  return `No background process (ROLE=worker or all) has been seen ${since}.`
}

function lateSentence({ name, count, waitingMinutes }: LateJobs): string {
  return `${counted(count, 'job')} of ${name} waited for more than ${LATE_AFTER_MINUTES} minutes, the oldest for ${waitingMinutes}.`
}
