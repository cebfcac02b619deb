import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { fromKysely, PgBoss, type JobWithMetadata } from 'pg-boss'
import type { JobName } from '../../contract/site/job-labels.ts'
import { waitAtMost } from '../concurrency/wait-at-most.ts'
import type { Db } from '../db/connect.ts'
import { isDatabaseAway } from '../db/outage.ts'
import { AppError } from '../errors/app-error.ts'
import { loggableError, type OutageLog } from '../errors/loggable-error.ts'
import { advanceClock, assignStart, type JobCost } from './fair-order.ts'
import { defaultQueue, type JobPayloads, queues } from './queues.ts'

export interface JobRun<Name extends JobName> {
  payload: JobPayloads[Name]
  /** Aborts when the worker stops or the job has run too long. */
  signal: AbortSignal
}

/** Thrown by a job that cannot run now. The job is postponed, which does not count as a failed attempt. */
export class NotNowError extends Error {}

const NOT_NOW_SECONDS = 10

// A job whose worker has died fails 10 s after its last heartbeat (the minimum of pg-boss). The maintenance notices
// that within 2 s. Its retry is due one second later, and a worker takes it within another second.
const HEARTBEAT_SECONDS = 10
const LOOK_AFTER_SECONDS = 1
const POLL_SECONDS = 1
/** Milliseconds between two checks whether the database answers again. */
const LOOK_EVERY_MS = 1_000

/**
 * The job queue, which is part of the database. A job exists if and only if the transaction that enqueued it was
 * committed. Another worker takes over a dead worker's job within 15 s, or after the pause between two attempts if that
 * is longer, as for e-mails.
 */
export interface Jobs {
  /** Enqueues a job within `tx`. `cost` decides the job's turn; a job without it has the first turn. */
  enqueue<Name extends JobName>(tx: Db, name: Name, payload: JobPayloads[Name], cost?: JobCost): Promise<void>
  /** Starts to run jobs of this name, `concurrency` at a time. Running one twice must be harmless. */
  work<Name extends JobName>(name: Name, concurrency: number, run: (job: JobRun<Name>) => Promise<void>): Promise<void>
  /**
   * Stops taking jobs, aborts running jobs and disconnects. Aborted jobs go back to the queue and do not count as
   * failed.
   */
  stop(): Promise<void>
}

/** Milliseconds that running jobs get to end after they were aborted. */
const FINISH_WITHIN_MS = 5_000
/** Milliseconds after which a stop no longer waits for a database that does not answer. */
const GIVE_UP_MS = 7_000

/**
 * Connects to the queue.
 *
 * @param enqueuesOnly Set for a process without background jobs. Workers must have created the queues (`areQueuesThere`).
 */
export async function startJobs(
  databaseUrl: string,
  log: OutageLog,
  { enqueuesOnly = false, giveUpMs = GIVE_UP_MS } = {},
): Promise<Jobs> {
  const stopping = new AbortController()
  const boss = await startBoss(databaseUrl, log, { enqueuesOnly, stopping })
  return {
    async enqueue(tx, name, payload, cost) {
      // pg-boss takes the highest priority first.
      const priority = cost ? -(await assignStart(tx, name, cost)) : 0
      await boss.send(name, payload, { priority, ...onceOf(name, payload), db: fromKysely(tx.withoutPlugins()) })
    },
    work: (name, concurrency, run) => takeJobs(boss, { name, concurrency, run }, stopping.signal),
    async stop() {
      // This comes first, so that no worker of this process takes the jobs that go back to the queue.
      for (const name of Object.keys(queues)) void boss.offWork(name, { wait: false })
      stopping.abort()
      // The queue has no time limit for connections that have become silent.
      await waitAtMost(giveUpMs, boss.stop({ graceful: true, timeout: FINISH_WITHIN_MS, close: true }))
    },
  }
}

/** @param stopping Aborted before the queue is stopped, and if it cannot be started. */
async function startBoss(
  databaseUrl: string,
  log: OutageLog,
  { enqueuesOnly, stopping }: { enqueuesOnly: boolean; stopping: AbortController },
): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    ...(enqueuesOnly
      ? { max: 1, migrate: false, supervise: false, schedule: false }
      : {
          max: 3,
          useListenNotify: true,
          superviseIntervalSeconds: LOOK_AFTER_SECONDS,
          monitorIntervalSeconds: LOOK_AFTER_SECONDS,
        }),
  })
  let isAway = false
  boss.on('error', (error) => {
    // While stopping, closed connections are expected.
    if (stopping.signal.aborted) return
    if (!isDatabaseAway(error)) return log.error({ err: error }, 'The queue failed')
    log.error(`The queue waits for the database: ${causeOf(error)}`)
    if (!isAway) void reportReturn()
    isAway = true
  })
  async function reportReturn(): Promise<void> {
    while (!stopping.signal.aborted) {
      await delay(LOOK_EVERY_MS, undefined, { ref: false })
      if (!(await answers(boss))) continue
      isAway = false
      return log.warn('The database answers again.')
    }
  }
  try {
    await boss.start()
    if (!enqueuesOnly) await createQueues(boss)
    return boss
  } catch (error) {
    // Its timers would keep a command alive after its failure.
    stopping.abort()
    await boss.stop({ graceful: false, close: true })
    throw error
  }
}

async function answers(boss: PgBoss): Promise<boolean> {
  try {
    await boss.getDb().executeSql('select 1')
    return true
  } catch {
    return false
  }
}

/** Returns the message of an error without the name of the queue, which pg-boss appends. */
function causeOf(error: Error): string {
  return loggableError(error).message.replace(/ \(Queue: .*\)$/, '')
}

/** Whether a worker has created the queues of this version. */
export async function areQueuesThere(db: Db): Promise<boolean> {
  const isThere = sql<{ isThere: boolean }>`select to_regclass('pgboss.queue') is not null as is_there`
  if (!(await isThere.execute(db)).rows[0]?.isThere) return false
  const { rows } = await sql`select from pgboss.queue where name = any(${Object.keys(queues)})`.execute(db)
  return rows.length === Object.keys(queues).length
}

async function createQueues(boss: PgBoss): Promise<void> {
  for (const [name, { waitsOnce, ...limits }] of Object.entries(queues)) {
    const options = { ...defaultQueue, ...limits, notify: true, heartbeatSeconds: HEARTBEAT_SECONDS }
    await boss.createQueue(name, { ...options, ...(waitsOnce && { policy: 'short' as const }) })
    // Updates a queue that existed before.
    await boss.updateQueue(name, options)
  }
}

/** Whether an error says that the server cannot do the job just now. */
function isForLater(error: unknown): boolean {
  return error instanceof NotNowError || (error instanceof AppError && error.code === 'UNAVAILABLE')
}

/** Returns the key by which the queue recognises an identical job. */
function onceOf(name: JobName, payload: unknown): { singletonKey?: string } {
  return queues[name].waitsOnce ? { singletonKey: JSON.stringify(payload) } : {}
}

/** Starts to take the jobs of a queue. */
async function takeJobs<Name extends JobName>(
  boss: PgBoss,
  { name, concurrency, run }: { name: Name; concurrency: number; run: (job: JobRun<Name>) => Promise<void> },
  stopping: AbortSignal,
): Promise<void> {
  type Payload = JobPayloads[Name]
  const options = {
    localConcurrency: concurrency,
    includeMetadata: true as const,
    pollingIntervalSeconds: POLL_SECONDS,
    notifyPollingIntervalSeconds: POLL_SECONDS,
  }
  const worker = await boss.work<Payload, void, typeof options>(name, options, async ([job]) => {
    if (!job) return
    // Looks for the next job as soon as this one is done, instead of at the next poll.
    boss.notifyWorker(worker)
    // The queue's clock is set while the job runs. Until it is set, turns are slightly less fair.
    const clockSet = advanceClock(boss.getDb(), name, -job.priority).catch((error: Error) => boss.emit('error', error))
    try {
      await runJob(boss, job, run, stopping)
    } finally {
      await clockSet
    }
  })
}

/** Runs one job. If it cannot be done now, it goes back to the queue. */
async function runJob<Name extends JobName>(
  boss: PgBoss,
  job: JobWithMetadata<JobPayloads[Name]>,
  run: (job: JobRun<Name>) => Promise<void>,
  stopping: AbortSignal,
): Promise<void> {
  const { data, priority } = job
  const name = job.name as Name
  const again = { priority, ...onceOf(name, data) }
  const signal = AbortSignal.any([job.signal, stopping])
  try {
    // The worker may have been stopped just as it took the job.
    signal.throwIfAborted()
    await run({ payload: data, signal })
  } catch (error) {
    if (isForLater(error)) await boss.send(name, data, { ...again, startAfter: NOT_NOW_SECONDS })
    else if (stopping.aborted) await boss.send(name, data, again)
    else throw error
  }
}
