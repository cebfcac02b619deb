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

/** Lists late jobs by queue. A job scheduled for a retry is not late before its time. */
async function listLateJobs(db: Db): Promise<LateJobs[]> {
  const isThere = sql<{ isThere: boolean }>`select to_regclass('pgboss.job') is not null as is_there`
  if (!(await isThere.execute(db)).rows[0]?.isThere) return []
  const { rows } = await sql<LateJobs>`
    select name, count(*)::int, floor(extract(epoch from now() - min(start_after)) / 60)::int as waiting_minutes
    from pgboss.job
    where state < 'active' and not blocked and name not like '\_\_pgboss%'
      and start_after < now() - make_interval(mins => ${LATE_AFTER_MINUTES})
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
