import { fromKysely, PgBoss } from 'pg-boss'
import type { Db } from '../db/connect.ts'
import { isDatabaseAway } from '../db/outage.ts'

/** What can be asked for in the background. Payloads are ids: a job reads the rows when it runs. */
export interface JobPayloads {
  'render-poster': { videoId: string }
  'render-preview': { videoId: string }
}

export type JobName = keyof JobPayloads

const jobNames: JobName[] = ['render-poster', 'render-preview']

export interface JobRun<Name extends JobName> {
  payload: JobPayloads[Name]
  /** Aborts when the worker stops or the job has run too long. */
  signal: AbortSignal
  /** No try comes after this one. */
  isLastTry: boolean
}

const TRIES = 3

/**
 * The queue, in the database: a job exists exactly when the change that asked for it was committed. A job whose worker
 * died is taken up again by another.
 */
export interface Jobs {
  /** Enqueues within `tx`. */
  send<Name extends JobName>(tx: Db, name: Name, payload: JobPayloads[Name]): Promise<void>
  /** Starts to work on jobs of this name, `concurrency` at a time. Running one twice must be harmless. */
  work<Name extends JobName>(name: Name, concurrency: number, run: (job: JobRun<Name>) => Promise<void>): Promise<void>
  /** Stops taking jobs, aborts those that run (they go back to the queue) and disconnects. */
  stop(): Promise<void>
}

export async function startJobs(databaseUrl: string, log: { error(error: unknown): void }): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 3, useListenNotify: true })
  const stopping = new AbortController()
  boss.on('error', (error) => {
    // While stopping, connections that close are what was asked for.
    if (stopping.signal.aborted) return
    log.error(isDatabaseAway(error) ? `The queue waits for the database: ${error.message}` : error)
  })
  await boss.start()
  for (const name of jobNames) {
    await boss.createQueue(name, {
      notify: true,
      retryLimit: TRIES - 1,
      retryDelay: 1,
      expireInSeconds: 30 * 60,
      heartbeatSeconds: 10,
      deleteAfterSeconds: 24 * 60 * 60,
    })
  }
  return {
    async send(tx, name, payload) {
      await boss.send(name, payload, { db: fromKysely(tx.withoutPlugins()) })
    },
    async work(name, concurrency, run) {
      type Payload = JobPayloads[typeof name]
      const worker = await boss.work<Payload, void, { includeMetadata: true; localConcurrency: number }>(
        name,
        { localConcurrency: concurrency, includeMetadata: true },
        async ([job]) => {
          if (!job) return
          // Look for the next one as soon as this one is done: a worker that is told of new jobs otherwise looks only
          // every 30 seconds, also while others wait.
          boss.notifyWorker(worker)
          await run({
            payload: job.data,
            signal: AbortSignal.any([job.signal, stopping.signal]),
            isLastTry: job.retryCount >= job.retryLimit,
          })
        },
      )
    },
    async stop() {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: 5_000, close: true })
    },
  }
}
