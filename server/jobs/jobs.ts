import { sql } from 'kysely'
import { fromKysely, PgBoss, type JobWithMetadata } from 'pg-boss'
import type { Db } from '../db/connect.ts'
import { isDatabaseAway } from '../db/outage.ts'
import { AppError } from '../errors/app-error.ts'
import { type ErrorLog, loggableError } from '../errors/loggable-error.ts'
import { advanceClock, nextStart, type WorkOf } from './fair-order.ts'

/** What can be asked for in the background. Payloads are ids: a job reads the rows when it runs. */
export interface JobPayloads {
  'render-poster': { videoId: string }
  'render-preview': { videoId: string }
  'render-stream': { videoId: string }
  /** The same of clips that take minutes: in queues of their own, so that no short one waits behind them. */
  'render-long-preview': { videoId: string }
  'render-long-stream': { videoId: string }
  /** Comes by itself when one that renders has failed for the last time, also if that killed its worker. */
  'render-failed': { videoId: string }
  /** By what a clip's pictures are known again. */
  fingerprint: { videoId: string }
  /** One round of it, after `cursor`; it asks for the next one itself. */
  'tell-followers': { videoId: string; cursor?: string }
  /** Of a clip: what its file says of how it was made, and who vouches for that. */
  'check-credentials': { videoId: string }
  /** Of a clip: a signed manifest for each of its renditions. */
  'sign-renditions': { videoId: string }
  /** All of an account whose days of grace are over. */
  'delete-account': { userId: string }
  /** One letter to one person, which stays the same one however often it is tried. */
  'send-letter': { letterId: string } & LetterCause
}

/** What a letter is about. What it says, and any link in it, is made when it is written. */
export type LetterCause =
  | { kind: 'account-event'; eventId: string }
  | { kind: 'verify'; userId: string }
  | { kind: 'change-email' | 'undo-email'; changeId: string }
  // Nobody has looked yet whether there is such an account: who asked must not learn it by how long that takes.
  | { kind: 'password-reset'; email: string }

export type JobName = keyof JobPayloads

export interface JobRun<Name extends JobName> {
  payload: JobPayloads[Name]
  /** Aborts when the worker stops or the job has run too long. */
  signal: AbortSignal
}

/** Thrown by a job that cannot be done just now: it goes back to the queue for a while, and no try has failed. */
export class NotNowError extends Error {}

const MINUTE_SECONDS = 60
const NOT_NOW_SECONDS = 10

interface QueueOptions {
  expireInSeconds: number
  deadLetter?: JobName
  retryLimit?: number
  retryDelay?: number
  retryBackoff?: boolean
  /** Of the same payload one waits at most, however often it is asked for, beside one that runs. */
  waitsOnce?: true
}

/** Three tries, a second apart; what is over is forgotten after a day. */
const defaults = { retryLimit: 2, retryDelay: 1, retryBackoff: false, deleteAfterSeconds: 24 * 60 * MINUTE_SECONDS }

const deadLetter: JobName = 'render-failed'

/** Each job's queue, in the order in which they are made: one must be there before another can name it. */
const queues: Record<JobName, QueueOptions> = {
  'render-failed': { expireInSeconds: MINUTE_SECONDS },
  'render-poster': { expireInSeconds: 5 * MINUTE_SECONDS, deadLetter },
  'render-preview': { expireInSeconds: 15 * MINUTE_SECONDS, deadLetter },
  'render-stream': { expireInSeconds: 180 * MINUTE_SECONDS, deadLetter },
  'render-long-preview': { expireInSeconds: 15 * MINUTE_SECONDS, deadLetter },
  'render-long-stream': { expireInSeconds: 180 * MINUTE_SECONDS, deadLetter },
  fingerprint: { expireInSeconds: 30 * MINUTE_SECONDS, waitsOnce: true },
  'tell-followers': { expireInSeconds: MINUTE_SECONDS },
  'check-credentials': { expireInSeconds: 15 * MINUTE_SECONDS, waitsOnce: true },
  'sign-renditions': { expireInSeconds: 60 * MINUTE_SECONDS, waitsOnce: true },
  'delete-account': { expireInSeconds: 60 * MINUTE_SECONDS, waitsOnce: true },
  // Ten tries over about a day: 2 to 4 minutes after the first, and each pause about twice the one before.
  'send-letter': {
    expireInSeconds: 2 * MINUTE_SECONDS,
    retryLimit: 9,
    retryDelay: 2 * MINUTE_SECONDS,
    retryBackoff: true,
  },
}

export const isJobName = (name: string): name is JobName => name in queues

// A job whose worker is gone is missed 10 s after its last sign of life (the least that pg-boss allows), seen by who looks
// after the queue within 2 s, due a second later, and taken within another.
const HEARTBEAT_SECONDS = 10
const LOOK_AFTER_SECONDS = 1
const POLL_SECONDS = 1

/**
 * The queue, in the database: a job exists exactly when the change that asked for it was committed. A job whose worker
 * died is taken up again by another within 15 s; a letter, after its pause.
 */
export interface Jobs {
  /** Enqueues within `tx`. Whose work it is decides when its turn comes; without that, it is next. */
  send<Name extends JobName>(tx: Db, name: Name, payload: JobPayloads[Name], work?: WorkOf): Promise<void>
  /** Starts to work on jobs of this name, `concurrency` at a time. Running one twice must be harmless. */
  work<Name extends JobName>(name: Name, concurrency: number, run: (job: JobRun<Name>) => Promise<void>): Promise<void>
  /** Stops taking jobs, aborts those that run (they go back to the queue, which is no failed try) and disconnects. */
  stop(): Promise<void>
}

/** @param sendsOnly For a process that never works: the queues must be there (`areQueuesThere`), and others look after them. */
export async function startJobs(databaseUrl: string, log: ErrorLog, { sendsOnly = false } = {}): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    ...(sendsOnly
      ? { max: 1, migrate: false, supervise: false, schedule: false }
      : {
          max: 3,
          useListenNotify: true,
          superviseIntervalSeconds: LOOK_AFTER_SECONDS,
          monitorIntervalSeconds: LOOK_AFTER_SECONDS,
        }),
  })
  const stopping = new AbortController()
  boss.on('error', (error) => {
    // While stopping, connections that close are what was asked for.
    if (stopping.signal.aborted) return
    if (isDatabaseAway(error)) log.error(`The queue waits for the database: ${causeOf(error)}`)
    else log.error({ err: error }, 'The queue failed')
  })
  await boss.start()
  if (!sendsOnly) await createQueues(boss)
  return {
    async send(tx, name, payload, work) {
      // The library takes the highest first.
      const priority = work ? -(await nextStart(tx, name, work)) : 0
      await boss.send(name, payload, { priority, ...onceOf(name, payload), db: fromKysely(tx.withoutPlugins()) })
    },
    async work(name, concurrency, run) {
      type Payload = JobPayloads[typeof name]
      const options = {
        localConcurrency: concurrency,
        includeMetadata: true as const,
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: POLL_SECONDS,
      }
      const worker = await boss.work<Payload, void, typeof options>(name, options, async ([job]) => {
        if (!job) return
        // Look for the next one as soon as this one is done, and not only at the next poll.
        boss.notifyWorker(worker)
        // Beside the job: until it is set, turns are a little less fair, and nothing else.
        const clockSet = advanceClock(boss.getDb(), name, -job.priority).catch((error: Error) =>
          boss.emit('error', error),
        )
        try {
          await runJob(boss, job, run, stopping.signal)
        } finally {
          await clockSet
        }
      })
    },
    async stop() {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: 5_000, close: true })
    },
  }
}

/** The library names queue and worker behind the message. All of them wait for the same database. */
function causeOf(error: Error): string {
  return loggableError(error).message.replace(/ \(Queue: .*\)$/, '')
}

/** Whether a process that works has made the queues of this version. */
export async function areQueuesThere(db: Db): Promise<boolean> {
  const isThere = sql<{ isThere: boolean }>`select to_regclass('pgboss.queue') is not null as is_there`
  if (!(await isThere.execute(db)).rows[0]?.isThere) return false
  const { rows } = await sql`select from pgboss.queue where name = any(${Object.keys(queues)})`.execute(db)
  return rows.length === Object.keys(queues).length
}

async function createQueues(boss: PgBoss): Promise<void> {
  for (const [name, { waitsOnce, ...limits }] of Object.entries(queues)) {
    const options = { ...defaults, ...limits, notify: true, heartbeatSeconds: HEARTBEAT_SECONDS }
    await boss.createQueue(name, { ...options, ...(waitsOnce && { policy: 'short' as const }) })
    // Of a queue that was there already.
    await boss.updateQueue(name, options)
  }
}

/** Whether an error says that the server cannot do the job just now. */
function isForLater(error: unknown): boolean {
  return error instanceof NotNowError || (error instanceof AppError && error.code === 'UNAVAILABLE')
}

/** By what the queue knows the same job again. */
function onceOf(name: JobName, payload: unknown): { singletonKey?: string } {
  return queues[name].waitsOnce ? { singletonKey: JSON.stringify(payload) } : {}
}

/** Runs one job. One that cannot be done now goes back to the queue. */
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
    // Taken from the queue just when it was told to stop.
    signal.throwIfAborted()
    await run({ payload: data, signal })
  } catch (error) {
    if (isForLater(error)) await boss.send(name, data, { ...again, startAfter: NOT_NOW_SECONDS })
    else if (stopping.aborted) await boss.send(name, data, again)
    else throw error
  }
}
